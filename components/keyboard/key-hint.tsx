"use client";

import { useShortcutSwitch } from "./shortcuts";

/** The key beside a button's words. Gone where there is no keyboard, and while the shortcuts are off. */
export function KeyHint({ children }: { children: string }) {
  const [on] = useShortcutSwitch();
  if (!on) return null;
  return (
    <span
      aria-hidden="true"
      className="hidden min-w-4 rounded-[3px] border border-current/25 px-1 text-center font-mono text-2xs leading-4 font-normal opacity-75 pointer-fine:inline-block"
    >
      {children}
    </span>
  );
}
