import type { Page } from "playwright-core";
import { signInByMail } from "../../e2e/support/page/at-the-page.ts";
import { newVisitor, openBrowser, phone } from "../../e2e/support/page/browser.ts";
import { createTrader, gather } from "../../e2e/support/people/people.ts";
import type { Tribe } from "../../e2e/support/product/tribe.ts";
import { percentile, type Row } from "../suite.ts";

const warmUp = 40;
const keystrokes = 400;

/** Milliseconds from each key to the quote on the page: the input event, all rules, and the update of the DOM. */
const timeKeystrokes = (page: Page, count: number): Promise<number[]> =>
  page.evaluate((keys) => {
    const field = document.querySelector<HTMLInputElement>('input[inputmode="decimal"]');
    const quote = document.querySelector('dl[aria-label="Quote"]');
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    if (!field || !quote || !write) throw new Error("The trade dialog is not open");
    const times: number[] = [];
    const type = async (index: number): Promise<void> => {
      if (index === keys) return;
      const before = quote.textContent;
      const began = performance.now();
      write.call(field, `${1 + (index % 90)}.${(index * 37) % 10_000}`);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      // An input is a discrete event: its changes are in the DOM by the next microtask.
      await Promise.resolve();
      const took = performance.now() - began;
      if (quote.textContent === before) throw new Error("The quote did not follow the key");
      times.push(took);
      await new Promise((resolve) => setTimeout(resolve, 0));
      return type(index + 1);
    };
    return type(0).then(() => times);
  }, count);

/** Input to quote in the open trade dialog, in Chromium, over a real Tribe. */
export const quoteInputRows = async (tribe: Tribe): Promise<readonly Row[]> => {
  const mint = await gather([await createTrader(tribe.appUrl, "quote_chief")]);
  const browser = await openBrowser();
  try {
    const { page } = await newVisitor(browser, phone);
    await page.goto(`${tribe.appUrl}/token/${mint}`);
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    await signInByMail(page, tribe.mailUrl(), "quotes@example.com");
    await page.getByRole("textbox", { name: "Amount" }).waitFor();
    await page.getByRole("region", { name: "Your seat" }).waitFor();
    await timeKeystrokes(page, warmUp);
    const times = await timeKeystrokes(page, keystrokes);
    const row = (name: string, share: number, bar: number | null): Row => ({
      name,
      value: Math.round(percentile(times, share) * 100) / 100,
      unit: "ms",
      bar,
      better: "lower",
    });
    return [row("quote.input_p50", 0.5, null), row("quote.input_p99", 0.99, 5)];
  } finally {
    await browser.close();
  }
};
