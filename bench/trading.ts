import { startTribe } from "../e2e/support/tribe.ts";
import type { Suite } from "./suite.ts";
import { quoteInputRows } from "./trading/quote-input.ts";

/** What a trader feels: each part measures on the running product and adds its rows. */
export const run = async (): Promise<Suite> => {
  const tribe = await startTribe();
  try {
    return { suite: "trading", rows: await quoteInputRows(tribe) };
  } finally {
    await tribe.stop();
  }
};
