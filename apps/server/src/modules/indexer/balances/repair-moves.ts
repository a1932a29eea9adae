// Why moves are kept, and read again: docs/decisions/0205.
import type { Address, Mint } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { readTransactions } from "../intake/chain-transaction.ts";
import { signaturesSince } from "../intake/signatures.ts";
import { movedBy, unexplainedAccounts } from "../store/moves.ts";
import { recordBalances } from "./record-balances.ts";

/** Transactions that are read together. */
const readAtOnce = 128;

/** Reads what was never seen of the histories of accounts. */
export interface MovesRepair {
  /** Of a Tribe's accounts, those whose moves do not add up to their balance: transfers without a subscription, a new index. */
  repair(mint: Mint): Promise<void>;
}

/** An account that still doesn't add up, because the node has forgotten some of its history, is not read again until it changes. */
export const createMovesRepair = (ctx: Pick<AppContext, "chain" | "db">): MovesRepair => {
  const readInVain = new Map<Address, bigint>();
  const read = async (account: Address): Promise<void> => {
    const stored = await movedBy(ctx.db, account);
    const unseen = (await signaturesSince(ctx.chain, account, null)).filter((signature) => !stored.has(signature));
    for (let at = 0; at < unseen.length; at += readAtOnce) {
      const transactions = await readTransactions(ctx.chain, unseen.slice(at, at + readAtOnce));
      // The other accounts of such a transaction too: they are the other side of the move.
      const moves = transactions.flatMap((transaction) => transaction?.moves ?? []);
      await ctx.db.transaction((tx) => recordBalances(tx, [], moves));
    }
  };
  return {
    repair: async (mint) => {
      for (const { account, units } of await unexplainedAccounts(ctx.db, mint)) {
        if (readInVain.get(account) === units) continue;
        await read(account);
        readInVain.set(account, units);
      }
    },
  };
};
