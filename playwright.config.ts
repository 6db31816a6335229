import { defineConfig } from "@playwright/test";
import { findChromium } from "./lib/ops/chromium";
import { consoleBaseUrl } from "./lib/ops/testing/playwright-console";

// The browser may call nobody but the console under test.
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./lib/ops/testing/playwright-console.ts",
  // All look at one console and one database; each spec makes rows of its own.
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  reporter: "list",
  use: {
    baseURL: consoleBaseUrl(),
    trace: "retain-on-failure",
    launchOptions: { executablePath: findChromium() ?? undefined, args: [...QUIET, ...asRoot] },
  },
});
