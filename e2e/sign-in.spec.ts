import { expect, test } from "@playwright/test";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import { signIn } from "./console-stage";

test("the sign-in page speaks the browser's language until one is chosen, and then that one, everywhere", async ({
  browser,
}) => {
  const { baseUrl, seeded } = consoleUnderTest();
  const context = await browser.newContext({ locale: "zh-TW" });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/sign-in`);
  await expect(page.getByRole("heading", { name: "登入" })).toBeVisible();
  await page.getByLabel("語言").selectOption("zh-Hans");
  await expect(page.getByRole("heading", { name: "登录" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await page.getByLabel("电子邮箱").fill(seeded.auditor.email);
  await page.getByLabel("密码").fill("not the password");
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page.getByText("电子邮箱或密码错误。")).toBeVisible();
  await page.getByLabel("密码").fill(seeded.auditor.password);
  await page.getByRole("button", { name: "登录" }).click();
  await page.waitForURL(/\/inbox/);
  await page.goto(`${baseUrl}/audit`);
  await expect(page.getByRole("heading", { name: "审计" })).toBeVisible();
  await expect(page).toHaveTitle("审计 · Countersign");
  await context.close();
});

test("who signs out is out; where the server did not end the session, the page says so and does not pretend", async ({
  page,
}) => {
  const { baseUrl, seeded } = consoleUnderTest();
  await signIn(page, seeded.auditor, "/audit");
  await page.route("**/api/auth/signout", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, json: { code: "unavailable" } })
      : route.continue(),
  );
  const button = page.getByRole("button", { name: "Sign out" });
  await button.click();
  await expect(page.getByText("You are still signed in: the server did not answer. Try again.")).toBeVisible();
  await expect(page).toHaveURL(`${baseUrl}/audit`);

  await page.unrouteAll();
  await button.click();
  await page.waitForURL(/\/sign-in/);
  await page.goto(`${baseUrl}/audit`);
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
});
