import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newVisitor, openBrowser, phone, type Visitor } from "./browser.ts";

// What is changed of the driver's waits: they look more often, and are as patient and as strict as before.

let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser, phone);
});
afterAll(() => browser?.close());

test("finds what comes later than a short wait lasts, and presses and fills what comes later", async () => {
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

test("says what it waited for when that never comes, however long it was to wait", async () => {
  const never = visitor.page.getByRole("button", { name: "Never" });
  for (const timeout of [500, 3_000])
    await expect(never.waitFor({ timeout })).rejects.toThrow(/Timeout \d+ms exceeded.*Never/s);
  await expect(never.click({ timeout: 500 })).rejects.toThrow(/Never/);
});

test("refuses at once what two answer to", async () => {
  const { page } = visitor;
  await page.setContent("<button>Same</button><button>Same</button>");
  await expect(page.getByRole("button", { name: "Same" }).click()).rejects.toThrow(/strict mode violation/);
});
