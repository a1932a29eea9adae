import { type Base64, type Ticket, type TransactionSignature, tradeState } from "@tribe/contract";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import type { newTicketRow } from "../rules/ticket-changes.ts";
import { tickets } from "../schema.ts";
import { preparedAgain } from "./change-tickets.ts";

// Tickets of a kind that is prepared many at once and signed apart. They announce nothing by themselves: the module of their kind
// reports the progress of the whole.

/** A ticket's transaction with the trader's signature. */
export interface SignedTicket {
  readonly ticket: Ticket;
  readonly signature: TransactionSignature;
  readonly signedTransaction: Base64;
}

/** Stores tickets that were prepared together. */
export const insertTickets = async (tx: Executor, rows: readonly ReturnType<typeof newTicketRow>[]): Promise<void> => {
  await insertMany(tx, tickets, rows);
};

/**
 * Withdraws those of these tickets that nobody has signed, because others were prepared in their place: they can't be signed any
 * more.
 */
export const withdrawTickets = async (tx: Executor, replaced: readonly Ticket[]): Promise<void> => {
  if (replaced.length === 0) return;
  await tx
    .update(tickets)
    .set({
      state: tradeState.failed,
      errorReason: preparedAgain.reason,
      isRetryable: preparedAgain.retry,
      changedAt: new Date(),
    })
    .where(and(inArray(tickets.ticket, [...replaced]), eq(tickets.state, tradeState.initialized)));
};

/**
 * Stores a ticket's signed transaction without sending it until {@link releaseHeld}. A ticket that was submitted already stays as
 * it is.
 */
export const holdSigned = async (
  tx: Executor,
  { ticket, signature, signedTransaction }: SignedTicket,
): Promise<void> => {
  await tx
    .update(tickets)
    .set({ signature, signedTransaction, changedAt: new Date() })
    .where(and(eq(tickets.ticket, ticket), eq(tickets.state, tradeState.initialized)));
};

/** Lets the tickets' worker send a ticket that {@link holdSigned} has stored. */
export const releaseHeld = async (tx: Executor, ticket: Ticket): Promise<void> => {
  await tx
    .update(tickets)
    .set({ state: tradeState.pending, changedAt: new Date() })
    .where(and(eq(tickets.ticket, ticket), eq(tickets.state, tradeState.initialized)));
};

/**
 * Stores signed transactions and lets the tickets' worker send them until their outcome is final.
 * @param only another condition on a ticket, with the tables that it reads
 * @returns the tickets that were submitted by this call; others stay as they are
 */
export const submitSigned = async (
  tx: Executor,
  signed: readonly SignedTicket[],
  only?: { readonly from: SQL; readonly when: SQL },
): Promise<readonly Ticket[]> => {
  if (signed.length === 0) return [];
  const { rows } = await tx.execute<{ ticket: Ticket }>(sql`
    update ${tickets}
    set state = ${tradeState.pending}, signature = signed.signature, signed_transaction = signed."signedTransaction",
      changed_at = now()
    from json_to_recordset(${JSON.stringify(signed)}::json)
      as signed (ticket text, signature text, "signedTransaction" text)${only ? sql`, ${only.from}` : sql``}
    where ${tickets.ticket} = signed.ticket and ${tickets.state} = ${tradeState.initialized}
      ${only ? sql`and ${only.when}` : sql``}
    returning ${tickets.ticket} as ticket`);
  return rows.map(({ ticket }) => ticket);
};
