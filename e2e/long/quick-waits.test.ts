import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, openBrowser, phone, type Visitor } from "../support/page/browser.ts";

// The changed waits of the driver: they poll more often, with the same timeouts and the same strictness.

let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser, phone);
});
afterAll(() => browser?.close());

test("finds, presses and fills elements that appear after the short waits", async () => {
  const { page } = visitor;
  await page.setContent("<main></main>");
  await page.evaluate(() => {
    const main = document.querySelector("main");
    setTimeout(() => {
      if (main) main.innerHTML = '<input aria-label="Name"><button>Late</button>';
      main?.querySelector("button")?.addEventListener("click", () => main.append("pressed"));
    }, 3_000);
  });
  await page.getByRole("button", { name: "Late" }).click();
  await page.getByText("pressed").waitFor();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Mara");
  expect(await name.inputValue()).toBe("Mara");
  await page.evaluate(() => document.querySelector("button")?.remove());
  await page.getByRole("button", { name: "Late" }).waitFor({ state: "detached" });
});

test("reports the awaited element when it never appears, for any timeout", async () => {
  const never = visitor.page.getByRole("button", { name: "Never" });
  for (const timeout of [500, 3_000])
    await expect(never.waitFor({ timeout })).rejects.toThrow(/Timeout \d+ms exceeded.*Never/s);
  await expect(never.click({ timeout: 500 })).rejects.toThrow(/Never/);
});

test("fails at once when two elements match", async () => {
  const { page } = visitor;
  await page.setContent("<button>Same</button><button>Same</button>");
  await expect(page.getByRole("button", { name: "Same" }).click()).rejects.toThrow(/strict mode violation/);
});
