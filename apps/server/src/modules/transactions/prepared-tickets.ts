import { type Base64, type Ticket, type TransactionSignature, tradeState } from "@tribe/contract";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { insertMany } from "../../db/insert-many.ts";
import { tickets } from "./schema.ts";
import type { newTicketRow } from "./tickets.ts";

// Tickets of a kind that is prepared by many at once and signed apart. They announce nothing of their own: their kind's
// module says how far the whole is.

/** A ticket's transaction with the trader's signature. */
export interface SignedTicket {
  readonly ticket: Ticket;
  readonly signature: TransactionSignature;
  readonly signedTransaction: Base64;
}

/** Opens tickets that were made together. */
export const insertTickets = async (tx: Executor, rows: readonly ReturnType<typeof newTicketRow>[]): Promise<void> => {
  await insertMany(tx, tickets, rows);
};

/** Takes back those of them that nobody has signed, and nobody can any more: others were prepared in their place. */
export const withdrawTickets = async (tx: Executor, replaced: readonly Ticket[]): Promise<void> => {
  if (replaced.length === 0) return;
  await tx
    .update(tickets)
    .set({ state: tradeState.failed, errorReason: "step.prepared_again", isRetryable: true, changedAt: new Date() })
    .where(and(inArray(tickets.ticket, [...replaced]), eq(tickets.state, tradeState.initialized)));
};

/** Stores what was signed of a ticket and holds it back until {@link releaseHeld}. Of one that is on its way already nothing changes. */
export const holdSigned = async (
  tx: Executor,
  { ticket, signature, signedTransaction }: SignedTicket,
): Promise<void> => {
  await tx
    .update(tickets)
    .set({ signature, signedTransaction, changedAt: new Date() })
    .where(and(eq(tickets.ticket, ticket), eq(tickets.state, tradeState.initialized)));
};

/** Puts a ticket that {@link holdSigned} held back on its way: the tickets' worker brings it to its end. */
export const releaseHeld = async (tx: Executor, ticket: Ticket): Promise<void> => {
  await tx
    .update(tickets)
    .set({ state: tradeState.pending, changedAt: new Date() })
    .where(and(eq(tickets.ticket, ticket), eq(tickets.state, tradeState.initialized)));
};

/**
 * Stores what was signed and puts it on its way at once: the tickets' worker sends it until its end.
 * @param only what else must hold of a ticket, with the tables that it asks
 * @returns those that are on their way by it; of others nothing changes
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
