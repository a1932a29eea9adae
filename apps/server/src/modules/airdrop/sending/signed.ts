import { type Base64, type Ticket, type TransactionSignature, tradeState, type Uid } from "@tribe/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { tickets } from "../../transactions/schema.ts";
import { airdropBatches, airdropTasks } from "../schema.ts";

/** The newest transaction of a batch, or of the setup. */
type StepTicket = Pick<
  typeof tickets.$inferSelect,
  "ticket" | "message" | "trader" | "state" | "signature" | "lastValidBlockHeight"
>;

/** A payment, the setup with them; what lets none of them land any more; what gives the deposit back. */
type SignedKind = "payment" | "cancel" | "close";

const columns = {
  ticket: tickets.ticket,
  message: tickets.message,
  trader: tickets.trader,
  state: tickets.state,
  signature: tickets.signature,
  lastValidBlockHeight: tickets.lastValidBlockHeight,
};

/** A Chief's own transactions of airdrops by their ids; others' are absent. */
export const openSteps = async (
  db: Reader,
  uid: Uid,
  ids: readonly string[],
): Promise<Map<string, StepTicket & { readonly kind: SignedKind }>> => {
  const wanted = [...ids];
  const [batches, setUps, cancels, closes] = await Promise.all([
    db
      .select({ id: airdropBatches.id, ...columns })
      .from(airdropBatches)
      .innerJoin(tickets, eq(tickets.ticket, airdropBatches.ticket))
      .where(and(inArray(airdropBatches.id, wanted), eq(tickets.uid, uid))),
    db
      .select({ id: airdropTasks.setUpId, ...columns })
      .from(airdropTasks)
      .innerJoin(tickets, eq(tickets.ticket, airdropTasks.setUpTicket))
      .where(and(inArray(airdropTasks.setUpId, wanted), eq(tickets.uid, uid))),
    db
      .select({ id: airdropTasks.cancelId, ...columns })
      .from(airdropTasks)
      .innerJoin(tickets, eq(tickets.ticket, airdropTasks.cancelTicket))
      .where(and(inArray(airdropTasks.cancelId, wanted), eq(tickets.uid, uid))),
    db
      .select({ id: airdropTasks.closeId, ...columns })
      .from(airdropTasks)
      .innerJoin(tickets, eq(tickets.ticket, airdropTasks.closeTicket))
      .where(and(inArray(airdropTasks.closeId, wanted), eq(tickets.uid, uid))),
  ]);
  const entries = (rows: typeof batches, kind: SignedKind) =>
    rows.map(({ id, ...row }) => [id, { ...row, kind }] as const);
  return new Map([
    ...entries([...batches, ...setUps], "payment"),
    ...entries(cancels, "cancel"),
    ...entries(closes, "close"),
  ]);
};

/** A transaction with its signature. */
interface Signed {
  readonly ticket: Ticket;
  readonly signature: TransactionSignature;
  readonly signedTransaction: Base64;
}

/** Stores a signed closing, which waits until the program takes it: it is not on its way yet. */
export const storeClose = async (tx: Executor, { ticket, signature, signedTransaction }: Signed): Promise<void> => {
  await tx
    .update(tickets)
    .set({ signature, signedTransaction, changedAt: new Date() })
    .where(and(eq(tickets.ticket, ticket), eq(tickets.state, tradeState.initialized)));
};

/** Stores a signed `cancel`, for the tickets' worker to send again until its end. @returns whether it is on its way */
export const storeCancel = async (tx: Executor, { ticket, signature, signedTransaction }: Signed): Promise<boolean> => {
  const stored = await tx
    .update(tickets)
    .set({ state: tradeState.pending, signature, signedTransaction, changedAt: new Date() })
    .where(and(eq(tickets.ticket, ticket), eq(tickets.state, tradeState.initialized)))
    .returning({ ticket: tickets.ticket });
  return stored.length > 0;
};

/**
 * Stores what was signed, for the tickets' worker to send again until its end. Those of an airdrop that was ended, or prepared
 * anew, since they were read are left out. @returns those that are on their way now, or were before
 */
export const storeSigned = async (tx: Executor, signed: readonly Signed[]): Promise<ReadonlySet<Ticket>> => {
  if (signed.length === 0) return new Set();
  // An airdrop that is being ended in this moment is ended first, or after.
  await tx.execute(sql`
    select from ${airdropTasks} where id in (
      select (${tickets.request} ->> 'taskId')::uuid from ${tickets}
      where ${inArray(
        tickets.ticket,
        signed.map(({ ticket }) => ticket),
      )}) for share`);
  const { rows } = await tx.execute<{ ticket: Ticket }>(sql`
    update ${tickets}
    set state = ${tradeState.pending}, signature = signed.signature, signed_transaction = signed."signedTransaction",
      changed_at = now()
    from json_to_recordset(${JSON.stringify(signed)}::json)
      as signed (ticket text, signature text, "signedTransaction" text), ${airdropTasks}
    where ${tickets.ticket} = signed.ticket and ${tickets.state} = ${tradeState.initialized}
      and ${airdropTasks.id} = (${tickets.request} ->> 'taskId')::uuid
      and ${airdropTasks.state} = 0 and not ${airdropTasks.isEnding}
    returning ${tickets.ticket} as ticket`);
  const before = await tx
    .select({ ticket: tickets.ticket })
    .from(tickets)
    .where(
      and(
        inArray(
          tickets.ticket,
          signed.map(({ ticket }) => ticket),
        ),
        inArray(tickets.state, [tradeState.pending, tradeState.succeeded]),
      ),
    );
  return new Set([...rows, ...before].map(({ ticket }) => ticket));
};
