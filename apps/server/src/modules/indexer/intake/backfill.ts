import { migrationAddresses, tokenStateAddress } from "@tribe/chain/accounts";
import type { TokenId } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { SequenceGap } from "../rules/sequence-gap.ts";
import { indexedOfToken } from "../store/chain-events.ts";
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
  ingest: (transaction: ChainTransaction) => Promise<void>,
): Promise<void> => {
  const state = await tokenStateAddress(tokenId, chain.programAddress);
  const { pool } = await migrationAddresses(tokenId, chain.programAddress);
  const indexed = await indexedOfToken(db, tokenId);
  const waiting = await Promise.all(
    [state, pool].map(async (account) =>
      (await signaturesSince(chain, account, null)).filter((signature) => !indexed.has(signature)),
    ),
  );
  for (;;) {
    let ingested = 0;
    let gap: SequenceGap | null = null;
    for (const signatures of waiting) {
      const outcome = await ingestInOrder(chain, signatures, ingest);
      ingested += outcome.ingested;
      gap ??= outcome.gap;
      signatures.splice(0, outcome.ingested);
    }
    if (!gap) return;
    if (ingested === 0) throw gap;
  }
};

/** Passes transactions on from the front until one has to wait. */
const ingestInOrder = async (
  chain: AppContext["chain"],
  signatures: readonly string[],
  ingest: (transaction: ChainTransaction) => Promise<void>,
): Promise<{ readonly ingested: number; readonly gap: SequenceGap | null }> => {
  let ingested = 0;
  while (ingested < signatures.length) {
    for (const transaction of await readTransactions(chain, signatures.slice(ingested, ingested + readAtOnce))) {
      try {
        if (transaction) await ingest(transaction);
      } catch (error) {
        if (error instanceof SequenceGap) return { ingested, gap: error };
        throw error;
      }
      ingested += 1;
    }
  }
  return { ingested, gap: null };
};
