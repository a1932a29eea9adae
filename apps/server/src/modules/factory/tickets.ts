import { randomBytes } from "node:crypto";
import {
  ApiError,
  type CreationState,
  creationState,
  type Ticket,
  type TradeState,
  type TransactionSignature,
  tradeState,
  type Uid,
} from "@tribe/contract";
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
  if (open) await moveTicket(tx, open.ticket, tradeState.initialized, { kind: "failed", ...superseded });
  const [row] = await tx
    .insert(tickets)
    .values({ ...ticket, ticket: newTicketId(), state: tradeState.initialized })
    // Two tabs at the same moment: one opens, the other waits for it and is told so.
    .onConflictDoNothing()
    .returning();
  if (!row) throw new ApiError("ticket_open");
  return row;
};

const superseded = { reason: "Prepared again", isRetryable: true } as const;

/** Where a ticket goes next. */
export type TicketMove =
  | {
      readonly kind: "pending";
      readonly signedTransaction: NonNullable<TicketRow["signedTransaction"]>;
      readonly signature: TransactionSignature;
    }
  | { readonly kind: "succeeded" }
  | { readonly kind: "failed"; readonly reason: string; readonly isRetryable: boolean };

/**
 * Moves a ticket from the state that the caller knows, with its events.
 * @returns false when it was moved by somebody else meanwhile; nothing is changed then.
 */
export const moveTicket = async (
  tx: Executor,
  ticket: Ticket,
  from: TradeState,
  move: TicketMove,
): Promise<boolean> => {
  const [row] = await tx
    .update(tickets)
    .set({ ...columnsOf(move), changedAt: new Date() })
    .where(and(eq(tickets.ticket, ticket), eq(tickets.state, from)))
    .returning();
  if (!row) return false;
  const { uid, state, errorReason, signature } = row;
  await writeEvent(tx, "ticket.changed", { uid, ticket, state, errorReason, signature });
  if (row.kind === "create") {
    const [creation] = await tx.select().from(creations).where(eq(creations.ticket, ticket));
    if (creation)
      await writeEvent(tx, "creation.changed", {
        uid,
        tokenId: creation.tokenId.toString(),
        state: creationStateOf(row),
        shouldRetry: shouldRetry(row),
        errorReason,
      });
  }
  return true;
};

const columnsOf = (move: TicketMove) => {
  switch (move.kind) {
    case "pending":
      return { state: tradeState.pending, signedTransaction: move.signedTransaction, signature: move.signature };
    case "succeeded":
      return { state: tradeState.succeeded };
    case "failed":
      return { state: tradeState.failed, errorReason: move.reason, isRetryable: move.isRetryable };
  }
};

/** A ticket's state in the numbers of a creation. */
export const creationStateOf = (row: Pick<TicketRow, "state">): CreationState => {
  switch (row.state) {
    case tradeState.initialized:
      return creationState.initialized;
    case tradeState.pending:
      return creationState.pending;
    case tradeState.succeeded:
      return creationState.confirmed;
    case tradeState.failed:
      return creationState.failed;
  }
};

/** Whether a fresh preparation mends the failure. */
export const shouldRetry = (row: Pick<TicketRow, "state" | "isRetryable">): boolean =>
  row.state === tradeState.failed && row.isRetryable;
