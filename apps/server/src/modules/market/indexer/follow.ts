import { address as kitAddress, type Signature } from "@solana/kit";
import { tokenStateAddress } from "@tribe/chain";
import type { Address, Mint, TokenId } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Executor } from "../../../db/client.ts";
import { indexerCursors, tokens } from "../schema.ts";
import { type ChainTransaction, readTransaction } from "./chain-transaction.ts";
import { takeIn } from "./intake.ts";
import { SequenceGap } from "./sequence-gap.ts";

/** Signatures per page of history: the RPC's own limit. */
const pageSize = 1_000;
/** Transactions taken in by one commit. */
const batchSize = 32;

type FollowContext = Pick<AppContext, "chain" | "db" | "log">;

/**
 * Takes in everything that the program did since the cursor, oldest first. Safe to run on two nodes at once: the
 * cursor's row lock and the events' primary key let each transaction in once.
 * @returns false when the node lists something that it cannot show yet: look again soon.
 */
export const followProgram = async (ctx: FollowContext): Promise<boolean> => {
  const program = ctx.chain.programAddress;
  await ctx.db.insert(indexerCursors).values({ address: program, signature: "", slot: 0 }).onConflictDoNothing();
  const [cursor] = await ctx.db.select().from(indexerCursors).where(eq(indexerCursors.address, program));
  const fresh = await signaturesSince(ctx, program, cursor?.signature || null);
  for (let start = 0; start < fresh.length; start += batchSize) {
    const batch = fresh.slice(start, start + batchSize);
    const transactions = await Promise.all(batch.map((signature) => readTransaction(ctx.chain, signature)));
    // History may lag behind the list of signatures.
    const missing = transactions.indexOf(null);
    const ready = (missing < 0 ? transactions : transactions.slice(0, missing)).filter((one) => one !== null);
    await takeBatch(ctx, ready);
    if (missing >= 0) return false;
  }
  return true;
};

const takeBatch = async (
  ctx: FollowContext,
  batch: readonly ChainTransaction[],
  /** Tokens whose history was read again for this batch: once is enough, or the chain does not have it yet. */
  mended: ReadonlySet<TokenId> = new Set(),
): Promise<void> => {
  const last = batch.at(-1);
  if (!last) return;
  const program = ctx.chain.programAddress;
  try {
    await ctx.db.transaction(async (tx) => {
      const [cursor] = await tx.select().from(indexerCursors).where(eq(indexerCursors.address, program)).for("update");
      for (const transaction of batch) await takeIn(tx, transaction);
      // Another node may be further on: the cursor never goes back.
      if (cursor && cursor.slot <= last.slot)
        await tx
          .update(indexerCursors)
          .set({ signature: last.signature, slot: last.slot })
          .where(eq(indexerCursors.address, program));
    });
  } catch (error) {
    if (!(error instanceof SequenceGap) || mended.has(error.tokenId)) throw error;
    ctx.log.warn({ tokenId: `${error.tokenId}` }, "events are missing; reading the token's history again");
    await backfill(ctx, error.tokenId);
    await takeBatch(ctx, batch, new Set([...mended, error.tokenId]));
  }
};

/** One intake at a time: whoever takes events in holds the cursor's row. */
const lockCursor = async (tx: Executor, program: Address) => {
  const [cursor] = await tx.select().from(indexerCursors).where(eq(indexerCursors.address, program)).for("update");
  return cursor;
};

/** Reads the whole history of one token and takes in what is not stored yet. */
const backfill = async (ctx: FollowContext, tokenId: TokenId): Promise<void> => {
  const state = await tokenStateAddress(tokenId, ctx.chain.programAddress);
  for (const signature of await signaturesSince(ctx, state, null)) {
    const transaction = await readTransaction(ctx.chain, signature);
    if (!transaction) continue;
    await ctx.db.transaction(async (tx) => {
      await lockCursor(tx, ctx.chain.programAddress);
      await takeIn(tx, transaction);
    });
  }
};

/** Signatures that name an address after one that is known, oldest first; failed ones, too. */
const signaturesSince = async (ctx: FollowContext, of: Address, until: string | null): Promise<string[]> => {
  const found: string[] = [];
  for (let before: Signature | undefined; ; ) {
    const page = await ctx.chain.rpc
      .getSignaturesForAddress(kitAddress(of), {
        commitment: "confirmed",
        limit: pageSize,
        ...(before ? { before } : {}),
        ...(until ? { until: until as Signature } : {}),
      })
      .send();
    found.push(...page.map((entry) => entry.signature));
    before = page.at(-1)?.signature;
    if (page.length < pageSize) return found.reverse();
  }
};

/** All tokens of the index, for the reconciliation of holdings. */
export const indexedMints = async (ctx: Pick<AppContext, "db">): Promise<Mint[]> =>
  (await ctx.db.select({ mint: tokens.mint }).from(tokens)).map((row) => row.mint);
