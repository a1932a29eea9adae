import { setTimeout as wait } from "node:timers/promises";
import { type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import { sol } from "./people.ts";

const pollMs = 250;
/** The timeout for the migration, which the curve's worker does soon after the purchase; generous for busy machines. */
const timeoutMs = 60_000;

/**
 * Buys all remaining tokens of a curve, and waits until its Tribe has migrated to the pool. The buyer needs a little more than
 * 95 SOL.
 */
export const buyOut = async (whale: Person, mint: Mint): Promise<void> => {
  await whale.trade(mint, { side: "buy", sol: sol(95) });
  const end = Date.now() + timeoutMs;
  for (;;) {
    const { pool } = await whale.api(routes.market.profile, { query: { mint } });
    if (pool) return;
    if (Date.now() > end) throw new Error("The curve is full and has not moved to its pool");
    await wait(pollMs);
  }
};
