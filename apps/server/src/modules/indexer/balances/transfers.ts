import type { AppContext } from "../../../context/context.ts";
import { readTransaction } from "../intake/chain-transaction.ts";
import { recordObservedBalances } from "../intake/intake.ts";
import { tribesOf } from "../store/tokens.ts";
import { readAgain } from "./balances.ts";

/**
 * How long to ask the node for a transaction that it has announced. In any case every mint is compared with the chain regularly.
 */
const timeoutMs = 60_000;

/** Transfers of our tokens that are not made by our programs. */
export interface Transfers {
  /** Notes that somebody moved tokens, ours or others'. */
  note(signature: string): void;
  /** Records what was noted. @returns false when the node can't show some of it yet */
  ingestTransactions(): Promise<boolean>;
}

/** A transaction that can't be read or recorded does not hold up the others. */
export const createTransfers = (ctx: Pick<AppContext, "chain" | "db" | "log">): Transfers => {
  const notedAt = new Map<string, number>();
  const record = async (signature: string): Promise<boolean> => {
    const transaction = await readTransaction(ctx.chain, signature);
    if (!transaction) return false;
    const tribes = await tribesOf(ctx.db, [...new Set(transaction.observations.map(({ mint }) => mint))]);
    const observations = transaction.observations.filter(({ mint }) => tribes.has(mint));
    // On a public cluster most transfers are of other tokens.
    if (observations.length === 0) return true;
    await ctx.db.transaction((tx) => recordObservedBalances(tx, observations, transaction.moves));
    const now = await readAgain(ctx, observations);
    await ctx.db.transaction((tx) => recordObservedBalances(tx, now));
    return true;
  };
  return {
    note: (signature) => void notedAt.set(signature, Date.now()),
    ingestTransactions: async () => {
      for (const [signature, at] of notedAt) {
        const isRecorded = await record(signature).catch((error: unknown) => {
          ctx.log.warn({ err: error, signature }, "a transfer could not be recorded; it is tried again");
          return false;
        });
        if (isRecorded || Date.now() - at > timeoutMs) notedAt.delete(signature);
      }
      return notedAt.size === 0;
    },
  };
};
