import { startTribe } from "../e2e/support/product/tribe.ts";
import type { Suite } from "./suite.ts";
import { confirmRows } from "./trading/confirm-in-browser.ts";
import { quoteInputRows } from "./trading/quote-input.ts";
import { serverTradeRows } from "./trading/server-trades.ts";

/** A trader's latencies: each part measures on the running product and adds its rows. */
export const run = async (): Promise<Suite> => {
  const tribe = await startTribe();
  try {
    const rows = [...(await quoteInputRows(tribe)), ...(await confirmRows(tribe)), ...(await serverTradeRows(tribe))];
    return { suite: "trading", rows };
  } finally {
    await tribe.stop();
  }
};
