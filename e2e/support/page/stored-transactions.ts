import type { Page } from "playwright-core";

/** The number of signed transactions that the browser keeps until their outcome is known. */
export const countStoredTransactions = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("tribe:v1:transaction:")).length);
