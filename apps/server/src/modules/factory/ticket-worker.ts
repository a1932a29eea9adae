import { setTimeout as wait } from "node:timers/promises";
import { type Commitment, signature as kitSignature } from "@solana/kit";
import { explainTransactionError } from "@tribe/chain";
import { type TransactionSignature, tradeState } from "@tribe/contract";
import type { ChainTicketEvent } from "@tribe/domain";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { AppContext, Worker } from "../../context.ts";
import { isIndexed } from "../market/index.ts";
import { broadcast } from "./broadcast.ts";
import { tickets } from "./schema.ts";
import { type TicketRow, tellLocked, tellTicket } from "./tickets.ts";

/** While something is open, the chain is asked this often. */
const lookEveryMs = 500;
const rebroadcastEveryMs = 2_000;
/** How long a landed transaction may wait to be indexed before its owner is told. */
const indexPatienceMs = 5_000;
/** A node answers for so many signatures at once. */
const signaturesPerCall = 256;

/** What is known of a transaction: nothing, that a fork has it, that it landed, or how it failed. */
type Fate =
  | { readonly kind: "unknown" }
  | { readonly kind: "processed" }
  | { readonly kind: "landed" }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * Brings every signed ticket to its certain end: sends it again until it is confirmed, failed on chain, or can never
 * land any more. It keeps nothing in memory that matters, so a restart goes on where the last process died.
 */
export const ticketWorker: Worker = {
  name: "tickets",
  role: "worker",
  start: async (ctx) => {
    const ending = new AbortController();
    const sentAt = new Map<string, number>();
    // What the indexer saw landed is confirmed: its owner need not wait for the next look.
    const landed = landedSettler(ctx);
    const stops = [ctx.bus.subscribe("trade.indexed", landed), ctx.bus.subscribe("token.created", landed)];
    const run = async () => {
      while (!ending.signal.aborted) {
        await lookOnce(ctx, sentAt).catch((error: unknown) =>
          ctx.log.warn({ err: error }, "open tickets could not be looked at"),
        );
        await wait(lookEveryMs, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    };
    const running = run();
    return {
      stop: async () => {
        for (const stop of stops) stop();
        ending.abort();
        await running;
      },
    };
  },
};

/** Settles what landed. What is heard of in one turn, as after a commit of the index, is one transaction. */
const landedSettler = (ctx: AppContext): ((event: { payload: { signature: string } }) => Promise<void>) => {
  let heard: TransactionSignature[] = [];
  let settling = Promise.resolve();
  return ({ payload }) => {
    if (heard.length === 0)
      settling = Promise.resolve().then(() => {
        const signatures = heard;
        heard = [];
        return settleLanded(ctx, signatures);
      });
    heard.push(payload.signature as TransactionSignature); // as the chain names it
    return settling;
  };
};

const settleLanded = (ctx: AppContext, signatures: readonly TransactionSignature[]): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(tickets)
      .where(and(inArray(tickets.signature, [...signatures]), eq(tickets.state, tradeState.pending)))
      // One order for everybody who locks several.
      .orderBy(asc(tickets.ticket))
      .for("update");
    for (const row of rows) await tellLocked(tx, row, { kind: "confirmed" });
  });

/** One look at all that is open. `sentAt` remembers when each was last sent, in milliseconds. */
export const lookOnce = async (ctx: AppContext, sentAt: Map<string, number>): Promise<void> => {
  const open = await ctx.db
    .select()
    .from(tickets)
    .where(eq(tickets.state, tradeState.pending))
    .orderBy(asc(tickets.changedAt));
  const live = new Set(open.map((row) => row.ticket as string));
  for (const ticket of sentAt.keys()) if (!live.has(ticket)) sentAt.delete(ticket);
  for (let start = 0; start < open.length; start += signaturesPerCall)
    await lookAt(ctx, open.slice(start, start + signaturesPerCall), sentAt);
};

const lookAt = async (ctx: AppContext, rows: readonly TicketRow[], sentAt: Map<string, number>): Promise<void> => {
  const { fates } = await fatesOf(ctx, rows, false);
  const unknown: TicketRow[] = [];
  for (const [index, row] of rows.entries()) {
    const fate = fates[index] ?? { kind: "unknown" };
    if (isEnd(fate)) await settleByFate(ctx, row, fate);
    else unknown.push(row);
  }
  if (unknown.length === 0) return;
  const final = await ctx.chain.rpc.getEpochInfo({ commitment: "finalized" }).send();
  const over = unknown.filter((row) => Number(final.blockHeight) > row.lastValidBlockHeight);
  if (over.length > 0) await settleOver(ctx, over, final.absoluteSlot);
  const now = Date.now();
  for (const row of unknown) {
    if (over.includes(row) || !row.signedTransaction) continue;
    const last = sentAt.get(row.ticket) ?? row.changedAt.getTime();
    if (now - last < rebroadcastEveryMs) continue;
    sentAt.set(row.ticket, now);
    await broadcast(ctx, row.ticket, row.signedTransaction);
  }
};

/**
 * The finalized chain is past their last block: only what landed before counts, and the search with history finds it.
 * Asked after the height was read, so that nothing can land in between; a node that is behind the one that told the height
 * does not count.
 */
const settleOver = async (ctx: AppContext, rows: readonly TicketRow[], finalSlot: bigint): Promise<void> => {
  const { fates, slot } = await fatesOf(ctx, rows, true);
  for (const [index, row] of rows.entries()) {
    const fate = fates[index] ?? { kind: "unknown" };
    if (isEnd(fate)) await settleByFate(ctx, row, fate);
    else if (fate.kind === "unknown" && slot >= finalSlot) await settle(ctx, row, { kind: "expired" });
  }
};

type End = Exclude<Fate, { kind: "unknown" | "processed" }>;
const isEnd = (fate: Fate): fate is End => fate.kind === "landed" || fate.kind === "failed";

const fatesOf = async (
  ctx: AppContext,
  rows: readonly TicketRow[],
  searchTransactionHistory: boolean,
): Promise<{ readonly fates: readonly Fate[]; readonly slot: bigint }> => {
  const { value, context } = await ctx.chain.rpc
    .getSignatureStatuses(
      rows.map((row) => kitSignature(row.signature ?? "")),
      { searchTransactionHistory },
    )
    .send();
  const fates = value.map((status): Fate => {
    if (!status) return { kind: "unknown" };
    // A fork may drop what is only processed.
    if (!isCertain(status.confirmationStatus)) return { kind: "processed" };
    return status.err === null ? { kind: "landed" } : { kind: "failed", error: status.err };
  });
  return { fates, slot: context.slot };
};

const isCertain = (commitment: Commitment | null): boolean => commitment === "confirmed" || commitment === "finalized";

const settleByFate = async (ctx: AppContext, row: TicketRow, fate: End): Promise<void> => {
  if (fate.kind === "landed") {
    // Whoever hears of success finds the trade in the index; an indexer that hangs delays the news only so long.
    const isOld = Date.now() - row.changedAt.getTime() > indexPatienceMs;
    if (isOld || (await isIndexed(ctx.db, row.signature ?? ""))) await settle(ctx, row, { kind: "confirmed" });
    return;
  }
  const { words } = explainTransactionError({
    error: fate.error,
    logs: await logsOf(ctx, row),
    program: ctx.chain.programAddress,
  });
  await settle(ctx, row, { kind: "rejectedOnChain", reason: words.code, retry: words.retry === "safe" });
};

/** The logs say which program failed; without them the words are less exact. */
const logsOf = async (ctx: AppContext, row: TicketRow): Promise<readonly string[] | null> => {
  try {
    const found = await ctx.chain.rpc
      .getTransaction(kitSignature(row.signature ?? ""), {
        commitment: "confirmed",
        encoding: "base64",
        maxSupportedTransactionVersion: 0,
      })
      .send();
    return found?.meta?.logMessages ?? null;
  } catch {
    return null;
  }
};

const settle = async (ctx: AppContext, row: TicketRow, event: ChainTicketEvent): Promise<void> => {
  await ctx.db.transaction((tx) => tellTicket(tx, row.ticket, event));
};
