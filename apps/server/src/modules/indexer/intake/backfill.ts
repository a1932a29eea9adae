import { migrationAddresses, tokenStateAddress } from "@tribe/chain/accounts";
import type { TokenId } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { SequenceGap } from "../events/sequence-gap.ts";
import { chainEvents, tokens } from "../schema.ts";
import { type ChainTransaction, readTransactions } from "./chain-transaction.ts";
import { signaturesSince } from "./signatures.ts";

/** Transactions that are read together. Few, because those behind a gap are read again. */
const readAtOnce = 128;

/**
 * Reads the whole history of one token, of curve and pool, and passes on what is not stored yet. The history of each account is
 * in order; an event that needs one from the other account's history waits for it.
 * @throws SequenceGap when the node leaves out an event that later ones depend on
 */
export const backfill = async (
  { chain, db }: Pick<AppContext, "chain" | "db">,
  tokenId: TokenId,
  take: (transaction: ChainTransaction) => Promise<void>,
): Promise<void> => {
  const state = await tokenStateAddress(tokenId, chain.programAddress);
  const { pool } = await migrationAddresses(tokenId, chain.programAddress);
  const stored = await db
    .selectDistinct({ signature: chainEvents.signature })
    .from(chainEvents)
    .innerJoin(tokens, eq(tokens.mint, chainEvents.mint))
    .where(eq(tokens.tokenId, tokenId));
  const known = new Set(stored.map((row) => row.signature));
  const waiting = await Promise.all(
    [state, pool].map(async (account) =>
      (await signaturesSince(chain, account, null)).filter((signature) => !known.has(signature)),
    ),
  );
  for (;;) {
    let taken = 0;
    let gap: SequenceGap | null = null;
    for (const signatures of waiting) {
      const outcome = await takeInOrder(chain, signatures, take);
      taken += outcome.taken;
      gap ??= outcome.gap;
      signatures.splice(0, outcome.taken);
    }
    if (!gap) return;
    if (taken === 0) throw gap;
  }
};

/** Passes transactions on from the front until one has to wait. */
const takeInOrder = async (
  chain: AppContext["chain"],
  signatures: readonly string[],
  take: (transaction: ChainTransaction) => Promise<void>,
): Promise<{ readonly taken: number; readonly gap: SequenceGap | null }> => {
  let taken = 0;
  while (taken < signatures.length) {
    for (const transaction of await readTransactions(chain, signatures.slice(taken, taken + readAtOnce))) {
      try {
        if (transaction) await take(transaction);
      } catch (error) {
        if (error instanceof SequenceGap) return { taken, gap: error };
        throw error;
      }
      taken += 1;
    }
  }
  return { taken, gap: null };
};
