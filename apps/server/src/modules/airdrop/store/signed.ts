import { type Ticket, tradeState, type Uid } from "@tribe/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { type SignedTicket, submitSigned } from "../../transactions/index.ts";
import { tickets } from "../../transactions/schema.ts";
import { airdropBatches, airdropTasks } from "../schema.ts";

/** The newest transaction of a batch, or of the setup. */
type StepTicket = Pick<
  typeof tickets.$inferSelect,
  "ticket" | "message" | "trader" | "state" | "signature" | "lastValidBlockHeight"
>;

/** `cancel` keeps all other batches from landing, `close` returns the deposit; the setup counts as a payment. */
type SignedKind = "payment" | "cancel" | "close";

const columns = {
  ticket: tickets.ticket,
  message: tickets.message,
  trader: tickets.trader,
  state: tickets.state,
  signature: tickets.signature,
  lastValidBlockHeight: tickets.lastValidBlockHeight,
};

/** The Chief's own transactions by their ids; others' are absent. */
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

/**
 * Stores signed transactions, for the tickets' worker to send. Those of an airdrop that was ended, or prepared anew, since they
 * were read are left out. @returns those that are on their way now, or were before
 */
export const storeSigned = async (tx: Executor, signed: readonly SignedTicket[]): Promise<ReadonlySet<Ticket>> => {
  if (signed.length === 0) return new Set();
  // Ending the airdrop at the same moment happens before or after this, never in between.
  await tx.execute(sql`
    select from ${airdropTasks} where id in (
      select (${tickets.request} ->> 'taskId')::uuid from ${tickets}
      where ${inArray(
        tickets.ticket,
        signed.map(({ ticket }) => ticket),
      )}) for share`);
  const begun = await submitSigned(tx, signed, {
    from: sql`${airdropTasks}`,
    when: sql`${airdropTasks.id} = (${tickets.request} ->> 'taskId')::uuid
      and ${airdropTasks.state} = 0 and not ${airdropTasks.isEnding}`,
  });
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
  return new Set([...begun, ...before.map(({ ticket }) => ticket)]);
};
