import { ApiError, type Ticket, type TransactionSignature, tradeState, type Uid } from "@tribe/contract";
import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { knownKinds } from "../rules/kinds.ts";
import { type TicketRow, tickets } from "../schema.ts";

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

/** Locks a ticket's row and reads it. @throws ApiError `ticket_unknown` */
export const lockTicket = async (tx: Executor, ticket: Ticket): Promise<TicketRow> => {
  const [row] = await lockTickets(tx, eq(tickets.ticket, ticket));
  if (!row) throw new ApiError("ticket_unknown");
  return row;
};

/** Locks the open ticket of a person, token and kind; null when there is none. */
export const lockOpenTicket = async (
  tx: Executor,
  { uid, mint, kind }: Pick<TicketRow, "uid" | "mint" | "kind">,
): Promise<TicketRow | null> => {
  const isOfKind = and(eq(tickets.uid, uid), eq(tickets.mint, mint), eq(tickets.kind, kind));
  const [row] = await lockTickets(tx, and(isOfKind, isOpen));
  return row ?? null;
};

/** Locks all open tickets that a person has prepared with a wallet. */
export const lockOpenTicketsOf = (
  tx: Executor,
  { uid, trader }: Pick<TicketRow, "uid" | "trader">,
): Promise<TicketRow[]> => lockTickets(tx, and(eq(tickets.uid, uid), eq(tickets.trader, trader), isOpen));

/** Locks the pending tickets of these transactions, of the kinds that this process knows. */
export const lockPendingTickets = (tx: Executor, signatures: readonly TransactionSignature[]): Promise<TicketRow[]> =>
  lockTickets(
    tx,
    and(
      inArray(tickets.signature, [...signatures]),
      eq(tickets.state, tradeState.pending),
      inArray(tickets.kind, knownKinds()),
    ),
  );

const isOpen = inArray(tickets.state, [tradeState.initialized, tradeState.pending]);

/** Whoever locks several tickets locks them in this order. */
const lockTickets = (tx: Executor, which: SQL | undefined): Promise<TicketRow[]> =>
  tx.select().from(tickets).where(which).orderBy(asc(tickets.ticket)).for("update");

/** The parts of a pending ticket that polling needs. */
export type PendingTicket = Pick<
  TicketRow,
  "ticket" | "kind" | "signature" | "signedTransaction" | "lastValidBlockHeight" | "trace" | "changedAt"
>;

/** The pending tickets that were submitted before a time, the earliest first. */
export const findPendingTickets = (db: Reader, before: Date): Promise<PendingTicket[]> => {
  const { ticket, kind, state, signature, signedTransaction, lastValidBlockHeight, trace, changedAt } = tickets;
  return db
    .select({ ticket, kind, signature, signedTransaction, lastValidBlockHeight, trace, changedAt })
    .from(tickets)
    .where(and(eq(state, tradeState.pending), lte(changedAt, before), inArray(kind, knownKinds())))
    .orderBy(asc(changedAt));
};

/** The spans of transactions that we prepared, by signature; those without one are missing. */
export const tracesOfTransactions = async (
  db: Reader,
  signatures: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { signature, trace } = tickets;
  const found = await db
    .select({ signature, trace })
    .from(tickets)
    // As the chain names them.
    .where(inArray(signature, signatures as readonly TransactionSignature[] as TransactionSignature[]));
  return new Map(found.flatMap((row) => (row.signature && row.trace ? [[row.signature, row.trace]] : [])));
};
