/** What went wrong at sign-in, for the person. Never says which of the two was wrong. */
export function faultText(error: string | undefined): string {
  if (error === undefined) return "The server cannot be reached. Nothing was sent twice; try again.";
  const throttled = /^throttled:(\d+)$/.exec(error);
  if (throttled) return `Too many attempts. Try again in ${waitText(Number(throttled[1]))}.`;
  if (error === "disabled") return "This account is disabled. Ask an admin.";
  if (error === "CredentialsSignin") return "Wrong e-mail or password.";
  if (error === "unavailable") return "The store cannot be reached, so nobody can sign in. Try again shortly.";
  return "Signing in did not work. Try again.";
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
