import type { Translator } from "@/components/i18n/format";

/** What went wrong at sign-in, for the person. Never says which of the two was wrong. */
export function faultText(error: string | undefined, t: Translator): string {
  if (error === undefined) return t("signIn.unreachable");
  const throttled = /^throttled:(\d+)$/.exec(error);
  if (throttled) return waitText(Number(throttled[1]), t);
  const ofProvider = t.maybe(`signIn.${error}`);
  if (/^oidc_[a-z_]+$/.test(error) && ofProvider) return ofProvider;
  if (/^(?:OAuth[A-Za-z]*|Callback|access_denied)$/.test(error)) return t("signIn.provider.failed");
  if (error === "oidc_disabled") return t("signIn.disabled");
  if (error === "disabled") return t("signIn.disabled");
  if (error === "CredentialsSignin") return t("signIn.wrong");
  if (error === "unavailable") return t("signIn.unavailable");
  return t("signIn.failed");
}

function waitText(seconds: number, t: Translator): string {
  if (seconds < 90) return t.count("signIn.throttled.seconds", Math.max(1, seconds));
  return t.count("signIn.throttled.minutes", Math.ceil(seconds / 60));
}
