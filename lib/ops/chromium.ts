import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { OperatorError } from "./operator-error";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The installed browser: Playwright's own would have to be downloaded. */
export function findChromium(): string | null {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named && !existsSync(named)) throw new OperatorError(`PLAYWRIGHT_CHROMIUM names ${named}, which is not there.`);
  return named ?? PLACES.find((place) => existsSync(place)) ?? null;
}

/** Installs Debian's package where that is possible; else says what to install. */
export function ensureChromium(say: (line: string) => void): void {
  if (findChromium()) return;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall) {
    say("Installing Chromium with apt-get …");
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
      spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: environment });
    }
    if (findChromium()) return;
  }
  throw new OperatorError(
    `No Chromium was found${mayInstall ? ", and apt-get could not install it" : ""}. The browser tests were not run. Install it (Debian: apt-get install chromium), or name one in PLAYWRIGHT_CHROMIUM.`,
  );
}
