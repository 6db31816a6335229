"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Chip } from "@/components/ui/chip";
import type { PolicyEffectName } from "@/lib/wire/console/types";

const TONES = { allow: "approve", ask: "wait", deny: "deny" } as const;

export function EffectChip({ effect }: { effect: PolicyEffectName }) {
  const t = useTexts();
  return <Chip tone={TONES[effect]}>{t(`policies.effect.${effect}`)}</Chip>;
}
