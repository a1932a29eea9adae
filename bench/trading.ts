import { startTribe } from "../e2e/support/tribe.ts";
import type { Row, Suite } from "./suite.ts";
import { quoteInputRows } from "./trading/quote-input.ts";
import { measureConfirm } from "./trading-browser.ts";

const quoteRows = async (): Promise<readonly Row[]> => {
  const tribe = await startTribe();
  try {
    return await quoteInputRows(tribe);
  } finally {
    await tribe.stop();
  }
};

/** What a trader feels: each part measures on the running product and adds its rows. */
export const run = async (): Promise<Suite> => ({
  suite: "trading",
  rows: [...(await quoteRows()), ...(await measureConfirm())],
});
