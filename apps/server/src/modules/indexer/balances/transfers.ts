import type { AppContext } from "../../../context.ts";
import { readTransaction } from "../intake/chain-transaction.ts";
import { recordObservedBalances } from "../intake/intake.ts";
import { readAgain } from "./balances.ts";
import { tribesOf } from "./holdings.ts";

/** So long the node is asked for what it told of; every mint is compared with the chain in turn in any case. */
const timeoutMs = 60_000;

/** Movements of our tokens that none of our programs made. */
export interface Transfers {
  /** Somebody moved tokens, ours or others'. */
  hear(signature: string): void;
  /** Takes in what was heard of. @returns false when something is left that the node can't show yet. */
  ingestTransactions(): Promise<boolean>;
}

/** One that can't be read, or taken in, holds up no other. */
export const createTransfers = (ctx: Pick<AppContext, "chain" | "db" | "log">): Transfers => {
  const heardAt = new Map<string, number>();
  const take = async (signature: string): Promise<boolean> => {
    const transaction = await readTransaction(ctx.chain, signature);
    if (!transaction) return false;
    const tribes = await tribesOf(ctx.db, [...new Set(transaction.observations.map(({ mint }) => mint))]);
    const observations = transaction.observations.filter(({ mint }) => tribes.has(mint));
    // Most of what a public cluster's token program does is nothing to us.
    if (observations.length === 0) return true;
    await ctx.db.transaction((tx) => recordObservedBalances(tx, observations));
    const now = await readAgain(ctx, observations);
    await ctx.db.transaction((tx) => recordObservedBalances(tx, now));
    return true;
  };
  return {
    hear: (signature) => void heardAt.set(signature, Date.now()),
    ingestTransactions: async () => {
      for (const [signature, at] of heardAt) {
        const isTaken = await take(signature).catch((error: unknown) => {
          ctx.log.warn({ err: error, signature }, "a transfer could not be taken in; it is tried again");
          return false;
        });
        if (isTaken || Date.now() - at > timeoutMs) heardAt.delete(signature);
      }
      return heardAt.size === 0;
    },
  };
};
