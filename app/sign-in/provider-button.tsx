"use client";

import { signIn } from "next-auth/react";
import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { faultText } from "./fault-text";

/** Goes to the identity provider; what came of it there is said by the address one comes back to. */
export function ProviderButton({ name, destination }: { name: string; destination: string }) {
  const t = useTexts();
  const [leaving, setLeaving] = useState(false);
  const [fault, setFault] = useState<string>();

  async function leave() {
    if (leaving) return;
    setLeaving(true);
    setFault(undefined);
    const answer = await signIn("oidc", { callbackUrl: destination }).catch(() => "unreachable");
    if (answer !== "unreachable") return;
    setFault(faultText(undefined, t));
    setLeaving(false);
  }

  return (
    <div className="space-y-4">
      {fault ? (
        <Notice look="deny" role="alert">
          {fault}
        </Notice>
      ) : null}
      <Button onClick={leave} aria-disabled={leaving} className="w-full">
        {t(leaving ? "signIn.leaving" : "signIn.provider", { name })}
      </Button>
    </div>
  );
}
