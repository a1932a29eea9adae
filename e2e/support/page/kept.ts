import type { Page } from "playwright-core";

/** How many signed transactions the page's browser keeps until their end is seen. */
export const keptTransactions = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("tribe:v1:transaction:")).length);
