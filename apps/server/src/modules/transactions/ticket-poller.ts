import { type Commitment, signature as kitSignature } from "@solana/kit";
import { explainTransactionError } from "@tribe/chain/events";
import type { ChainTicketEvent } from "@tribe/domain/machines";
import { keyedQueue } from "../../async/keyed-queue.ts";
import type { AppContext } from "../../context/context.ts";
import { inSpan } from "../../context/tracing.ts";
import { indexedOf } from "../indexer/index.ts";
import { broadcast } from "./broadcast.ts";
import { isIndexedKind } from "./rules/kinds.ts";
import { settleLanded } from "./settle-landed.ts";
import { lockAndChangeTicket } from "./store/change-tickets.ts";
import { findPendingTickets, type PendingTicket } from "./store/tickets.ts";

/** Nothing is confirmed sooner than this, and the index reports most of it first. */
const youngMs = 300;
const rebroadcastEveryMs = 2_000;
/** How long to wait until a landed transaction is indexed before its owner is told anyway. */
const indexTimeoutMs = 5_000;
/** A node takes so many signatures in one request. */
const signaturesPerCall = 256;
/** Timeout of requests for many tickets; the node is asked again after it. */
const statusTimeoutMs = 2_000;
/** Timeout of requests for one ticket. */
const timeoutMs = 5_000;
/** How long the logs of a failed transaction may be missing before its owner is told without them. */
const logsTimeoutMs = 10_000;
/** Requests to a node at once, for sending and for reading. */
const callsAtOnce = 32;

/** The state of a transaction: unknown, in a fork, landed, or failed. */
type Fate =
  | { readonly kind: "unknown" }
  | { readonly kind: "processed" }
  | { readonly kind: "landed" }
  | { readonly kind: "failed"; readonly error: unknown };

/** Polls all open tickets. */
export interface TicketPoller {
  /**
   * Polls once. It waits only for the signatures' states, 2 s at most; requests for single tickets go on in the background.
   * @throws Error when the database does not answer
   */
  once(): Promise<void>;
  /** Resolves when no request of earlier polls is open. */
  idle(): Promise<void>;
}

/**
 * Creates the poller. What it keeps in memory may be lost at any time: when each ticket was last sent, when it was first seen to
 * have failed, and which requests are open.
 */
export const createTicketPoller = (ctx: AppContext, signal: AbortSignal): TicketPoller => {
  const sentAt = new Map<string, number>();
  const failedAt = new Map<string, number>();
  const onError = (error: unknown, ticket: string) =>
    ctx.log.warn({ err: error, ticket }, "a ticket could not be followed; it is looked at again");
  const sends = keyedQueue({ max: callsAtOnce, signal, onError });
  const ends = keyedQueue({ max: callsAtOnce, signal, onError });

  const settleFailed = async (row: PendingTicket, error: unknown): Promise<void> => {
    const since = failedAt.get(row.ticket) ?? Date.now();
    failedAt.set(row.ticket, since);
    const words = await failureOf(ctx, row, error, Date.now() - since < logsTimeoutMs);
    if (words) await settle(ctx, row, { kind: "rejectedOnChain", reason: words.code, retry: words.retry === "safe" });
  };

  const resend = (rows: readonly PendingTicket[]): void => {
    const now = Date.now();
    for (const { ticket, signedTransaction, trace, changedAt } of rows) {
      if (!signedTransaction || now - (sentAt.get(ticket) ?? changedAt.getTime()) < rebroadcastEveryMs) continue;
      sends.start(ticket, () => {
        sentAt.set(ticket, Date.now());
        return inSpan("follow transaction", { parent: trace }, () => broadcast(ctx, ticket, signedTransaction));
      });
    }
  };

  const settleEnds = async (
    rows: readonly PendingTicket[],
    fates: readonly Fate[],
  ): Promise<readonly PendingTicket[]> => {
    const { landed, failed, others } = sorted(rows, fates);
    for (const { row, error } of failed) ends.start(row.ticket, () => settleFailed(row, error));
    await settleIndexed(ctx, landed);
    return others;
  };

  /** @returns the tickets whose outcome is not known yet */
  const settleKnown = async (rows: readonly PendingTicket[]): Promise<readonly PendingTicket[]> => {
    const known = await fatesOf(ctx, rows, false).catch((error: unknown) => {
      ctx.log.warn({ err: error }, "a node does not tell of open tickets; they are sent again all the same");
      return null;
    });
    const open = known ? await settleEnds(rows, known.fates) : rows;
    resend(open);
    return open;
  };

  /**
   * When the finalized chain is past a ticket's last valid block, it has either landed before, which the search through the
   * history finds, or never will. The search comes after the height was read, so that nothing can land in between; a node that is
   * behind the one that gave the height does not count.
   */
  const settleOver = async (rows: readonly PendingTicket[]): Promise<void> => {
    const final = await ctx.chain.rpc.getEpochInfo({ commitment: "finalized" }).send(within(timeoutMs));
    const over = rows.filter((row) => Number(final.blockHeight) > row.lastValidBlockHeight);
    for (const call of inCalls(over)) {
      const { fates, slot } = await fatesOf(ctx, call, true);
      const fateOf = new Map(call.map((row, index) => [row, fates[index]]));
      for (const row of await settleEnds(call, fates))
        if ((fateOf.get(row)?.kind ?? "unknown") === "unknown" && slot >= final.absoluteSlot)
          await settle(ctx, row, { kind: "expired" });
    }
  };

  return {
    once: async () => {
      const open = await findPendingTickets(ctx.db, new Date(Date.now() - youngMs));
      const live = new Set<string>(open.map(({ ticket }) => ticket));
      for (const times of [sentAt, failedAt])
        for (const ticket of times.keys()) if (!live.has(ticket)) times.delete(ticket);
      const unknown = (await Promise.all(inCalls(open).map(settleKnown))).flat();
      if (unknown.length > 0) ends.start("expired", () => settleOver(unknown));
    },
    idle: async () => void (await Promise.all([sends.idle(), ends.idle()])),
  };
};

const inCalls = (rows: readonly PendingTicket[]): (readonly PendingTicket[])[] =>
  Array.from({ length: Math.ceil(rows.length / signaturesPerCall) }, (_, call) =>
    rows.slice(call * signaturesPerCall, (call + 1) * signaturesPerCall),
  );

const within = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) });

const sorted = (rows: readonly PendingTicket[], fates: readonly Fate[]) => {
  const landed: PendingTicket[] = [];
  const failed: { readonly row: PendingTicket; readonly error: unknown }[] = [];
  const others: PendingTicket[] = [];
  for (const [index, row] of rows.entries()) {
    const fate = fates[index] ?? { kind: "unknown" };
    if (fate.kind === "landed") landed.push(row);
    else if (fate.kind === "failed") failed.push({ row, error: fate.error });
    else others.push(row);
  }
  return { landed, failed, others };
};

/** Success is reported when the index shows the trade; if the indexer hangs, only for so long. */
const settleIndexed = async (ctx: AppContext, landed: readonly PendingTicket[]): Promise<void> => {
  const signatures = landed.flatMap(({ kind, signature }) => (isIndexedKind(kind) && signature) || []);
  const indexed = signatures.length > 0 ? await indexedOf(ctx.db, signatures) : new Set();
  const isOld = ({ changedAt }: PendingTicket) => Date.now() - changedAt.getTime() > indexTimeoutMs;
  const settled = landed.filter((row) => !isIndexedKind(row.kind) || isOld(row) || indexed.has(row.signature ?? ""));
  if (settled.length > 0)
    await settleLanded(
      ctx,
      settled.flatMap(({ signature }) => signature ?? []),
    );
};

const fatesOf = async (
  ctx: AppContext,
  rows: readonly PendingTicket[],
  searchTransactionHistory: boolean,
): Promise<{ readonly fates: readonly Fate[]; readonly slot: bigint }> => {
  const { value, context } = await ctx.chain.rpc
    .getSignatureStatuses(
      rows.map((row) => kitSignature(row.signature ?? "")),
      { searchTransactionHistory },
    )
    .send(within(searchTransactionHistory ? timeoutMs : statusTimeoutMs));
  const fates = value.map((status): Fate => {
    if (!status) return { kind: "unknown" };
    // A transaction that is only `processed` may be dropped with its fork.
    if (!isCertain(status.confirmationStatus)) return { kind: "processed" };
    return status.err === null ? { kind: "landed" } : { kind: "failed", error: status.err };
  });
  return { fates, slot: context.slot };
};

const isCertain = (commitment: Commitment | null): boolean => commitment === "confirmed" || commitment === "finalized";

/** @returns the ticket's failure; null when only the logs can tell it and no node has given them yet */
const failureOf = async (ctx: AppContext, row: PendingTicket, error: unknown, mayWait: boolean) => {
  const explain = (logs: readonly string[] | null) =>
    explainTransactionError({
      error,
      logs,
      transaction: row.signedTransaction,
      program: ctx.chain.programAddress,
    });
  const withoutLogs = explain(null);
  if (!withoutLogs.needsLogs) return withoutLogs.words;
  const logs = await logsOf(ctx, row);
  return logs === null && mayWait ? null : explain(logs).words;
};

const logsOf = async (ctx: AppContext, row: PendingTicket): Promise<readonly string[] | null> => {
  try {
    const found = await ctx.chain.rpc
      .getTransaction(kitSignature(row.signature ?? ""), {
        commitment: "confirmed",
        encoding: "base64",
        maxSupportedTransactionVersion: 0,
      })
      .send(within(timeoutMs));
    return found?.meta?.logMessages ?? null;
  } catch {
    return null;
  }
};

const settle = async (ctx: AppContext, row: PendingTicket, event: ChainTicketEvent): Promise<void> => {
  await ctx.db.transaction((tx) => lockAndChangeTicket(tx, row.ticket, event));
};
