import { randomBytes } from "node:crypto";
import { ApiError, type Base64, type Ticket, tradeState, type Uid } from "@tribe/contract";
import { type ChainTicketEvent, type ChainTicketState, creation, tradeTicket } from "@tribe/domain";
import { and, eq, inArray } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { creations, tickets } from "./schema.ts";

/** A ticket as stored. */
export type TicketRow = typeof tickets.$inferSelect;
/** What a preparation brings. */
export type NewTicket = Pick<
  TicketRow,
  "uid" | "idempotencyKey" | "kind" | "mint" | "trader" | "request" | "message" | "lastValidBlockHeight"
>;

const newTicketId = (): Ticket => randomBytes(18).toString("base64url") as Ticket;

/** A person's ticket; somebody else's is unknown. */
export const findTicket = async (db: Executor, uid: Uid, ticket: Ticket): Promise<TicketRow | null> => {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.ticket, ticket), eq(tickets.uid, uid)));
  return row ?? null;
};

/** The ticket that an idempotency key already has. */
export const findTicketByKey = async (db: Executor, uid: Uid, key: string): Promise<TicketRow | null> => {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.uid, uid), eq(tickets.idempotencyKey, key)));
  return row ?? null;
};

/**
 * Opens a ticket. A ticket of the same person, token and direction that nobody signed yet gives way: without the
 * admin's signature it can never land. One that was signed is still open.
 * @throws ApiError `ticket_open`.
 */
export const openTicket = async (tx: Executor, ticket: NewTicket): Promise<TicketRow> => {
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
  if (open?.state === tradeState.pending) throw new ApiError("ticket_open");
  if (open) await tellLocked(tx, open, { kind: "withdrawn", reason: "step.prepared_again", retry: true });
  const [row] = await tx
    .insert(tickets)
    .values({ ...ticket, ticket: newTicketId(), state: tradeState.initialized })
    // Two tabs at the same moment: one opens, the other waits for it and is told so.
    .onConflictDoNothing()
    .returning();
  if (!row) throw new ApiError("ticket_open");
  return row;
};

/** Reads a row as the state that the rules know. */
export const stateOf = (row: TicketRow): ChainTicketState => {
  const { state, signature, errorReason, isRetryable } = row;
  if (state === tradeState.failed)
    return { kind: "failed", signature, reason: errorReason ?? unknownReason, retry: isRetryable };
  if (state === tradeState.initialized || !signature) return { kind: "initialized" };
  return { kind: state === tradeState.pending ? "pending" : "succeeded", signature };
};

const unknownReason = "step.transaction_failed";

/**
 * Tells a ticket what happened, under its row lock and by the rules' own state machine, with the events for its owner.
 * @returns the ticket as it is after; unchanged when the event changes nothing any more.
 */
export const tellTicket = async (tx: Executor, ticket: Ticket, event: ChainTicketEvent): Promise<TicketRow> =>
  tellLocked(tx, await lockTicket(tx, ticket), event);

/** Reads a ticket under its row lock. @throws ApiError `ticket_unknown`. */
export const lockTicket = async (tx: Executor, ticket: Ticket): Promise<TicketRow> => {
  const [row] = await tx.select().from(tickets).where(eq(tickets.ticket, ticket)).for("update");
  if (!row) throw new ApiError("ticket_unknown");
  return row;
};

/**
 * {@link tellTicket} for a row that the caller's transaction has locked.
 * @param signedTransaction stored with `submitted`: what is sent, and sent again.
 */
export const tellLocked = async (
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

const columnsOf = (to: ChainTicketState) => ({
  state: tradeTicket.toWire(to),
  signature: to.kind === "initialized" ? null : to.signature,
  errorReason: to.kind === "failed" ? to.reason : null,
  isRetryable: to.kind === "failed" && to.retry,
});

const announce = async (tx: Executor, row: TicketRow): Promise<void> => {
  const { uid, ticket, state, errorReason, signature } = row;
  await writeEvent(tx, "ticket.changed", { uid, ticket, state, errorReason, signature });
  if (row.kind !== "create") return;
  const [made] = await tx.select().from(creations).where(eq(creations.ticket, ticket));
  if (!made) return;
  const tokenId = made.tokenId.toString();
  await writeEvent(tx, "creation.changed", { uid, tokenId, ...creation.toWire(stateOf(row)), errorReason });
};
