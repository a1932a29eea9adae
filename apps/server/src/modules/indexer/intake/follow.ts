import { poolProgramAddress } from "@tribe/chain/accounts";
import type { Address, TokenId } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { inSpan, isTracing } from "../../../context/tracing.ts";
import { readAgain } from "../balances/balances.ts";
import { SequenceGap } from "../rules/sequence-gap.ts";
import { advanceCursor, lockIntake, openCursor } from "../store/cursors.ts";
import { backfill } from "./backfill.ts";
import { type ChainTransaction, readTransactions } from "./chain-transaction.ts";
import { ingestTransactions, recordObservedBalances } from "./intake.ts";
import { signaturesSince } from "./signatures.ts";

/** Transactions per commit. */
const batchSize = 512;
/** Batches that are read ahead during a commit, so that the node never waits for the database. */
const batchesAhead = 2;

type FollowContext = Pick<AppContext, "chain" | "db" | "jobs" | "log" | "now" | "ports">;

/**
 * Ingests everything that the curve and the pool program did since their cursors, oldest first. May run on two nodes at once: a
 * row lock and the events' primary key ensure that each transaction is ingested once, even one that is in both programs'
 * histories.
 * @returns false when the node lists a transaction that it can't show yet: try again soon
 */
export const followPrograms = async (ctx: FollowContext): Promise<boolean> => {
  const isCurveDone = await follow(ctx, ctx.chain.programAddress);
  // After the curve's, so that a swap finds its migration.
  return (await follow(ctx, poolProgramAddress)) && isCurveDone;
};

const follow = async (ctx: FollowContext, program: Address): Promise<boolean> => {
  const fresh = await signaturesSince(ctx.chain, program, await openCursor(ctx.db, program));
  const read = (start: number) => {
    const next = readTransactions(ctx.chain, fresh.slice(start, start + batchSize));
    // An error is thrown when the batch's turn comes.
    next.catch(() => undefined);
    return next;
  };
  const reading = Array.from({ length: batchesAhead }, (_, index) => read(index * batchSize));
  for (let start = 0; start < fresh.length; start += batchSize) {
    const transactions = (await reading.shift()) ?? [];
    reading.push(read(start + batchesAhead * batchSize));
    // The history may be behind the list of signatures.
    const missing = transactions.indexOf(null);
    const ready = (missing < 0 ? transactions : transactions.slice(0, missing)).filter((one) => one !== null);
    await ingestBatch(ctx, program, ready);
    for (const transaction of ready) await settleConversion(ctx, transaction);
    if (missing >= 0) return false;
  }
  return true;
};

const ingestBatch = async (
  ctx: FollowContext,
  program: Address,
  batch: readonly ChainTransaction[],
  /** Tokens whose history was read again for this batch. Reading it once is enough, or the chain does not have the event yet. */
  repaired: ReadonlySet<TokenId> = new Set(),
): Promise<void> => {
  const last = batch.at(-1);
  if (!last) return;
  try {
    await inSpan("index transaction", { kind: "consumer", parent: await traceOf(ctx, batch) }, () =>
      ctx.db.transaction(async (tx) => {
        await lockIntake(tx, ctx.chain.programAddress);
        await ingestTransactions(ctx, tx, batch);
        await advanceCursor(tx, program, last);
      }),
    );
  } catch (error) {
    if (!(error instanceof SequenceGap) || repaired.has(error.tokenId)) throw error;
    ctx.log.warn({ tokenId: `${error.tokenId}` }, "events are missing; reading the token's history again");
    await backfill(ctx, error.tokenId, ingestOne(ctx));
    await ingestBatch(ctx, program, batch, new Set([...repaired, error.tokenId]));
  }
};

/** The span of the only transaction of a batch; what follows from several has no one cause. */
const traceOf = async (ctx: FollowContext, batch: readonly ChainTransaction[]): Promise<string | null> => {
  const [one, ...others] = batch;
  if (!isTracing() || !one || others.length > 0) return null;
  // A trace must never decide whether a trade is indexed.
  const traces = await ctx.ports.transactionTraces.tracesOf(ctx.db, [one.signature]).catch(() => null);
  return traces?.get(one.signature) ?? null;
};

/**
 * Conversions and swaps of the same slot come from two lists, so that an account's older balance may arrive last: balances of who
 * converted are read again.
 */
const settleConversion = async (ctx: FollowContext, { events, observations }: ChainTransaction): Promise<void> => {
  if (!events.some((event) => event.kind === "tokensConverted")) return;
  const now = await readAgain(ctx, observations);
  await ctx.db.transaction((tx) => recordObservedBalances(tx, now));
};

/** Ingests one transaction in its own commit. */
export const ingestOne =
  (ctx: Pick<FollowContext, "chain" | "db" | "jobs" | "now">) =>
  (transaction: ChainTransaction): Promise<void> =>
    ctx.db.transaction(async (tx) => {
      await lockIntake(tx, ctx.chain.programAddress);
      await ingestTransactions(ctx, tx, [transaction]);
    });
