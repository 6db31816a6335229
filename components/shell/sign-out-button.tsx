"use client";

import { LogOut } from "lucide-react";
import { signOut } from "next-auth/react";
import { useState } from "react";

export function SignOutButton() {
  const [leaving, setLeaving] = useState(false);
  return (
    <button
      type="button"
      aria-label="Sign out"
      title="Sign out"
      disabled={leaving}
      onClick={() => {
        setLeaving(true);
        signOut({ callbackUrl: "/sign-in" }).catch(() => setLeaving(false));
      }}
      className="grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink disabled:opacity-50"
    >
      <LogOut size={14} aria-hidden />
    </button>
  );
}
