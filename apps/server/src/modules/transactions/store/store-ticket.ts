import { ApiError, tradeState } from "@tribe/contract";
import { type SQL, sql } from "drizzle-orm";
import { currentTrace } from "../../../context/tracing.ts";
import type { Executor } from "../../../db/client.ts";
import { insertOf } from "../../../db/insert-many.ts";
import type { Commit } from "../../../http/commit.ts";
import { kindOf } from "../rules/kinds.ts";
import { sameRequest } from "../rules/requests.ts";
import { type NewTicket, newTicketRow } from "../rules/ticket-changes.ts";
import { type TicketRow, tickets } from "../schema.ts";
import { changeTickets, preparedAgain } from "./change-tickets.ts";
import { findTicketByKey, lockOpenTicket } from "./tickets.ts";

/** The parts of a ticket that answer its preparation. */
export type StoredTicket = Pick<TicketRow, "ticket" | "message" | "lastValidBlockHeight">;

/**
 * Stores a new ticket together with the call's nonce. One statement, unless there is an open ticket of the same person, token and
 * kind, or one with the same key: then {@link storeTicketIn} decides in a transaction.
 * @throws ApiError `request_replayed`, and as {@link storeTicketIn}
 */
export const storeTicket = async (commit: Commit, ticket: NewTicket): Promise<StoredTicket> => {
  const row = newTicketRow(ticket);
  const { is_stored: isStored } = await commit.statement<{ is_stored: boolean }>(
    sql`stored as (${insertTicket(row, sql`nonce`)})`,
    sql`exists (select from stored) as is_stored`,
  );
  return isStored ? row : commit((tx) => storeTicketIn(tx, ticket));
};

/**
 * Stores a new ticket in the caller's transaction. The same request with the same key gets the ticket that is there, even while
 * its first call is still being written: a page that lost the answer asks again before the server has finished. If its kind allows
 * one open ticket, an unsigned one of the same person and token is withdrawn for it: without a signature it can never land. A
 * signed one stays open.
 * @throws ApiError `ticket_open`, `conflict`
 */
export const storeTicketIn = async (tx: Executor, ticket: NewTicket): Promise<StoredTicket> => {
  const row = newTicketRow(ticket);
  const storeOnce = async (): Promise<StoredTicket | null> => {
    const known = await findTicketByKey(tx, ticket.uid, ticket.idempotencyKey);
    if (known) return sameRequest(known, ticket.request);
    if (kindOf(ticket.kind).open === "one") await withdrawOpen(tx, ticket);
    const { rows } = await tx.execute(insertTicket(row));
    return rows.length > 0 ? row : null;
  };
  // Two tabs at the same moment: one stores its ticket, the other one has waited for its commit and can read it by now. It has the
  // same key, or it is replaced, as if it had been prepared earlier.
  const stored = (await storeOnce()) ?? (await storeOnce());
  if (!stored) throw new ApiError("ticket_open");
  return stored;
};

/** @param from an earlier step of the same statement, without whose row nothing is stored */
const insertTicket = (row: ReturnType<typeof newTicketRow>, from?: SQL): SQL => {
  const trace = currentTrace();
  return insertOf(tickets, [trace === undefined ? row : { ...row, trace }], {
    ...(from && { from }),
    after: sql`on conflict do nothing returning 1`,
  });
};

const withdrawOpen = async (tx: Executor, ticket: NewTicket): Promise<void> => {
  const open = await lockOpenTicket(tx, ticket);
  // Another call with the same key has stored it meanwhile.
  if (!open || open.idempotencyKey === ticket.idempotencyKey) return;
  if (open.state === tradeState.pending) throw new ApiError("ticket_open");
  await changeTickets(tx, [open], preparedAgain);
};
