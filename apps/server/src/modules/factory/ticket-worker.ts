import { setTimeout as wait } from "node:timers/promises";
import { type Commitment, signature as kitSignature } from "@solana/kit";
import { explainTransactionError } from "@tribe/chain";
import { type TransactionSignature, tradeState } from "@tribe/contract";
import type { ChainTicketEvent } from "@tribe/domain";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { AppContext, Worker } from "../../context.ts";
import { indexedOf } from "../market/index.ts";
import { broadcast } from "./broadcast.ts";
import { tickets } from "./schema.ts";
import { type TicketRow, tellAllLocked, tellLocked, tellTicket } from "./tickets.ts";

/** While something is open, the chain is asked this often. */
const lookEveryMs = 500;
/** Nothing is confirmed sooner, and most of what was just sent is heard of from the index. */
const youngMs = 300;
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
    for (const row of rows) if (row.kind === "create") await tellLocked(tx, row, { kind: "confirmed" });
    const others = rows.filter((row) => row.kind !== "create");
    await tellAllLocked(tx, others, { kind: "confirmed" });
  });

/** What a look needs of a ticket. */
type OpenTicket = Pick<TicketRow, "ticket" | "signature" | "signedTransaction" | "lastValidBlockHeight" | "changedAt">;

/** One look at all that is open. `sentAt` remembers when each was last sent, in milliseconds. */
export const lookOnce = async (ctx: AppContext, sentAt: Map<string, number>): Promise<void> => {
  const { ticket, signature, signedTransaction, lastValidBlockHeight, changedAt } = tickets;
  const open: OpenTicket[] = await ctx.db
    .select({ ticket, signature, signedTransaction, lastValidBlockHeight, changedAt })
    .from(tickets)
    .where(and(eq(tickets.state, tradeState.pending), lte(changedAt, new Date(Date.now() - youngMs))))
    .orderBy(asc(changedAt));
  const live = new Set(open.map((row) => row.ticket as string));
  for (const ticket of sentAt.keys()) if (!live.has(ticket)) sentAt.delete(ticket);
  for (let start = 0; start < open.length; start += signaturesPerCall)
    await lookAt(ctx, open.slice(start, start + signaturesPerCall), sentAt);
};

const lookAt = async (ctx: AppContext, rows: readonly OpenTicket[], sentAt: Map<string, number>): Promise<void> => {
  const { fates } = await fatesOf(ctx, rows, false);
  const unknown = await settleEnds(ctx, rows, fates);
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
const settleOver = async (ctx: AppContext, rows: readonly OpenTicket[], finalSlot: bigint): Promise<void> => {
  const { fates, slot } = await fatesOf(ctx, rows, true);
  const fateOf = new Map(rows.map((row, index) => [row, fates[index]]));
  for (const row of await settleEnds(ctx, rows, fates))
    if ((fateOf.get(row)?.kind ?? "unknown") === "unknown" && slot >= finalSlot)
      await settle(ctx, row, { kind: "expired" });
};

/** Settles those whose end is known. @returns the others */
const settleEnds = async (
  ctx: AppContext,
  rows: readonly OpenTicket[],
  fates: readonly Fate[],
): Promise<readonly OpenTicket[]> => {
  const landed: OpenTicket[] = [];
  const others: OpenTicket[] = [];
  for (const [index, row] of rows.entries()) {
    const fate = fates[index] ?? { kind: "unknown" };
    if (fate.kind === "landed") landed.push(row);
    else if (fate.kind === "failed") await settleFailed(ctx, row, fate.error);
    else others.push(row);
  }
  // Whoever hears of success finds the trade in the index; an indexer that hangs delays the news only so long.
  const signatures = landed.flatMap(({ signature }) => signature ?? []);
  const indexed = signatures.length > 0 ? await indexedOf(ctx.db, signatures) : new Set();
  const isOld = ({ changedAt }: OpenTicket) => Date.now() - changedAt.getTime() > indexPatienceMs;
  const told = landed.filter((row) => isOld(row) || indexed.has(row.signature ?? ""));
  if (told.length > 0)
    await settleLanded(
      ctx,
      told.flatMap(({ signature }) => signature ?? []),
    );
  return others;
};

const fatesOf = async (
  ctx: AppContext,
  rows: readonly OpenTicket[],
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

const settleFailed = async (ctx: AppContext, row: OpenTicket, error: unknown): Promise<void> => {
  const { words } = explainTransactionError({
    error,
    logs: await logsOf(ctx, row),
    program: ctx.chain.programAddress,
  });
  await settle(ctx, row, { kind: "rejectedOnChain", reason: words.code, retry: words.retry === "safe" });
};

/** The logs say which program failed; without them the words are less exact. */
const logsOf = async (ctx: AppContext, row: OpenTicket): Promise<readonly string[] | null> => {
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

const settle = async (ctx: AppContext, row: OpenTicket, event: ChainTicketEvent): Promise<void> => {
  await ctx.db.transaction((tx) => tellTicket(tx, row.ticket, event));
};
