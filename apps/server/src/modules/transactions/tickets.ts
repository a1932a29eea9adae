import { randomBytes } from "node:crypto";
import { ApiError, type Base64, type Ticket, type TransactionSignature, tradeState, type Uid } from "@tribe/contract";
import { type ChainTicketEvent, type ChainTicketState, tradeTicket } from "@tribe/domain/machines";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { eventInsert, writeEvent, writeEvents } from "../../engines/bus/outbox.ts";
import type { Commit } from "../../http/commit.ts";
import { kindOf } from "./kinds.ts";
import { tickets } from "./schema.ts";

/** A ticket as stored. */
export type TicketRow = typeof tickets.$inferSelect;
/** The fields that a preparation gives. */
export type NewTicket = Pick<
  TicketRow,
  "uid" | "idempotencyKey" | "kind" | "mint" | "trader" | "request" | "message" | "lastValidBlockHeight"
>;

const newTicketId = (): Ticket => randomBytes(18).toString("base64url") as Ticket;

const ticketOn = preparedOnce((db) =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.ticket, sql.placeholder("ticket")), eq(tickets.uid, sql.placeholder("uid"))))
    .prepare("transactions_ticket"),
);
const ticketByKeyOn = preparedOnce((db) =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.uid, sql.placeholder("uid")), eq(tickets.idempotencyKey, sql.placeholder("key"))))
    .prepare("transactions_ticket_by_key"),
);

/** A person's ticket; null for anybody else's. */
export const findTicket = async (db: Reader, uid: Uid, ticket: Ticket): Promise<TicketRow | null> =>
  (await ticketOn(db).execute({ uid, ticket }))[0] ?? null;

/** The ticket that an idempotency key already has. */
export const findTicketByKey = async (db: Reader, uid: Uid, key: string): Promise<TicketRow | null> =>
  (await ticketByKeyOn(db).execute({ uid, key }))[0] ?? null;

/** The row of a new ticket. */
export const newTicketRow = (ticket: NewTicket) => ({
  ...ticket,
  ticket: newTicketId(),
  state: tradeState.initialized,
  isOnlyOpen: kindOf(ticket.kind).open === "one",
});

/**
 * Opens a ticket. If its kind allows one open ticket, an unsigned one of the same person and token is withdrawn for it: without a
 * signature it can never land. A signed one stays open.
 * @returns null when another call opened one at the same moment, with the same key or for the same token
 * @throws ApiError `ticket_open`
 */
export const replaceOpen = async (tx: Executor, ticket: NewTicket): Promise<TicketRow | null> => {
  if (kindOf(ticket.kind).open === "one") {
    const open = await lockOpen(tx, ticket);
    // Another call with the same key has written it since this one looked.
    if (open?.idempotencyKey === ticket.idempotencyKey) return null;
    if (open?.state === tradeState.pending) throw new ApiError("ticket_open");
    if (open) await applyTicketEvent(tx, open, { kind: "withdrawn", reason: "step.prepared_again", retry: true });
  }
  // Two tabs at the same moment: one opens a ticket, the other one waits for its commit.
  const [row] = await tx.insert(tickets).values(newTicketRow(ticket)).onConflictDoNothing().returning();
  return row ?? null;
};

const lockOpen = async (tx: Executor, ticket: NewTicket): Promise<TicketRow | null> => {
  const [open] = await tx
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.uid, ticket.uid),
        eq(tickets.mint, ticket.mint),
        eq(tickets.kind, ticket.kind),
        inArray(tickets.state, [tradeState.initialized, tradeState.pending]),
      ),
    )
    .for("update");
  return open ?? null;
};

/**
 * Withdraws all tickets that a person has prepared with a wallet and not signed, so that nobody can submit a signature for them.
 * @returns whether a ticket that they signed with it is still open
 */
export const withdrawPreparedTickets = async (
  tx: Executor,
  { uid, trader }: Pick<TicketRow, "uid" | "trader">,
): Promise<boolean> => {
  const open = await tx
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.uid, uid),
        eq(tickets.trader, trader),
        inArray(tickets.state, [tradeState.initialized, tradeState.pending]),
      ),
    )
    .orderBy(tickets.ticket)
    .for("update");
  for (const row of open)
    if (row.state === tradeState.initialized)
      await applyTicketEvent(tx, row, { kind: "withdrawn", reason: "step.prepared_again", retry: true });
  return open.some(({ state }) => state === tradeState.pending);
};

/** The row as a state of the domain's state machine. */
export const stateOf = (row: TicketRow): ChainTicketState => {
  const { state, signature, errorReason, isRetryable } = row;
  if (state === tradeState.failed)
    return { kind: "failed", signature, reason: errorReason ?? unknownReason, retry: isRetryable };
  if (state === tradeState.initialized || !signature) return { kind: "initialized" };
  return { kind: state === tradeState.pending ? "pending" : "succeeded", signature };
};

const unknownReason = "step.transaction_failed";

/**
 * Applies an event to a ticket under its row lock, by the domain's state machine, and writes the events for its owner.
 * @returns the ticket after it; unchanged when the event no longer applies
 */
export const lockAndApplyTicketEvent = async (
  tx: Executor,
  ticket: Ticket,
  event: ChainTicketEvent,
): Promise<TicketRow> => applyTicketEvent(tx, await lockTicket(tx, ticket), event);

/** Locks a ticket's row and reads it. @throws ApiError `ticket_unknown` */
export const lockTicket = async (tx: Executor, ticket: Ticket): Promise<TicketRow> => {
  const [row] = await tx.select().from(tickets).where(eq(tickets.ticket, ticket)).for("update");
  if (!row) throw new ApiError("ticket_unknown");
  return row;
};

/** The trader's signature, and the fully signed transaction. */
export interface Submission {
  readonly signature: TransactionSignature;
  readonly signedTransaction: Base64;
}

/**
 * Stores a submission for a ticket that is unchanged since `row` was read, with the call's nonce and the event, in one statement.
 * Not for a kind that announces more than its ticket's state.
 * @returns false when the ticket has changed: only the nonce is stored then. @throws ApiError `request_replayed`
 */
export const submitWithNonce = async (
  commit: Commit,
  row: TicketRow,
  { signature, signedTransaction }: Submission,
): Promise<boolean> => {
  const to = tradeTicket.transition(stateOf(row), { kind: "submitted", signature });
  const { uid, ticket } = row;
  const state = tradeTicket.toWire(to);
  const told = eventInsert("ticket.changed", { uid, ticket, state, errorReason: null, signature }, sql`stored`);
  const { is_stored: isStored } = await commit.statement<{ is_stored: boolean }>(
    sql`stored as (
      update ${tickets}
      set state = ${state}, signature = ${signature}, signed_transaction = ${signedTransaction}, changed_at = now()
      where ticket = ${ticket} and state = ${row.state} and signature is null and exists (select from nonce)
      returning ticket
    ), told as (${told})`,
    sql`exists (select from told) as is_stored`,
  );
  return isStored;
};

/**
 * {@link lockAndApplyTicketEvent} for a row that the caller's transaction has locked.
 * @param signedTransaction stored with `submitted`: what is sent, and sent again
 */
export const applyTicketEvent = async (
  tx: Executor,
  before: TicketRow,
  event: ChainTicketEvent,
  signedTransaction?: Base64,
): Promise<TicketRow> => {
  const from = stateOf(before);
  const to = tradeTicket.transition(from, event);
  if (to === from) return before;
  const [after] = await tx
    .update(tickets)
    .set({
      ...columnsOf(to),
      changedAt: new Date(),
      ...(signedTransaction ? { signedTransaction } : {}),
    })
    .where(eq(tickets.ticket, before.ticket))
    .returning();
  if (!after) throw new ApiError("ticket_unknown");
  await announce(tx, after);
  return after;
};

/**
 * Applies the same event to several locked tickets, in as few statements as for one.
 * @param rows of kinds that announce nothing, all in a state that the event changes in the same way
 */
export const applyTicketEvents = async (
  tx: Executor,
  rows: readonly TicketRow[],
  event: Extract<ChainTicketEvent, { kind: "confirmed" }>,
): Promise<void> => {
  const changed = rows.flatMap((row) => {
    const from = stateOf(row);
    const to = tradeTicket.transition(from, event);
    return to === from ? [] : [{ row, to }];
  });
  if (changed.length === 0) return;
  const updates = changed.map(({ row, to }) => ({ ticket: row.ticket, state: tradeTicket.toWire(to) }));
  await tx.execute(sql`
    update ${tickets} set state = ended.state, changed_at = now()
    from json_to_recordset(${JSON.stringify(updates)}::json) as ended (ticket text, state smallint)
    where tickets.ticket = ended.ticket`);
  const events = changed.map(({ row: { uid, ticket, errorReason, signature }, to }) => ({
    type: "ticket.changed" as const,
    payload: { uid, ticket, state: tradeTicket.toWire(to), errorReason, signature },
  }));
  await writeEvents(tx, events);
};

const columnsOf = (to: ChainTicketState) => ({
  state: tradeTicket.toWire(to),
  signature: to.kind === "initialized" ? null : to.signature,
  errorReason: to.kind === "failed" ? to.reason : null,
  isRetryable: to.kind === "failed" && to.retry,
});

const announce = async (tx: Executor, row: TicketRow): Promise<void> => {
  const { uid, ticket, state, errorReason, signature } = row;
  await writeEvent(tx, "ticket.changed", { uid, ticket, state, errorReason, signature });
  await kindOf(row.kind).announce?.(tx, { uid, ticket, state: stateOf(row), errorReason });
};
