import { ApiError, airdropState, type Mint, type Ticket, type TradeState, tradeState, type Uid } from "@tribe/contract";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { tickets } from "../../transactions/schema.ts";
import type { BatchCounts } from "../rules/tasks.ts";
import { airdropBatches, airdropTasks, type TaskRow } from "../schema.ts";

/** A Chief's own airdrop. @throws ApiError `not_found`, also for somebody else's */
export const findTask = async (db: Reader, uid: Uid, taskId: string): Promise<TaskRow> => {
  const [row] = await db
    .select()
    .from(airdropTasks)
    .where(and(eq(airdropTasks.id, taskId), eq(airdropTasks.uid, uid)));
  if (!row) throw new ApiError("not_found");
  return row;
};

/** The open airdrop of a Tribe. */
export const findOpenTask = async (db: Reader, mint: Mint): Promise<TaskRow | null> => {
  const [row] = await db
    .select()
    .from(airdropTasks)
    .where(and(eq(airdropTasks.mint, mint), eq(airdropTasks.state, airdropState.pending)));
  return row ?? null;
};

/** All open airdrops. */
export const openTasks = (db: Reader): Promise<TaskRow[]> =>
  db.select().from(airdropTasks).where(eq(airdropTasks.state, airdropState.pending));

/** Locks an airdrop, as everything does that writes its batches. */
export const lockTask = async (tx: Executor, id: string): Promise<TaskRow | null> => {
  const [task] = await tx.select().from(airdropTasks).where(eq(airdropTasks.id, id)).for("update");
  return task ?? null;
};

/** Stores a new airdrop. @returns null when its Tribe has an open one: of two tabs at the same moment one creates it */
export const insertTask = async (tx: Executor, row: typeof airdropTasks.$inferInsert): Promise<TaskRow | null> => {
  const [task] = await tx.insert(airdropTasks).values(row).onConflictDoNothing().returning();
  return task ?? null;
};

/** Changes an airdrop. @returns it after the change */
export const changeTask = async (
  tx: Executor,
  id: string,
  changes: Partial<typeof airdropTasks.$inferInsert>,
): Promise<TaskRow | null> => {
  const [task] = await tx.update(airdropTasks).set(changes).where(eq(airdropTasks.id, id)).returning();
  return task ?? null;
};

/**
 * Counts an airdrop's batches in one query. Of thousands only those are read that were prepared and have not landed, with the
 * index `airdrop_batches_unpaid`.
 */
export const countBatches = async (
  db: Reader,
  { id, batches }: Pick<TaskRow, "id" | "batches">,
): Promise<BatchCounts> => {
  const isUnpaid = sql`${airdropBatches.taskId} = ${id} and not ${airdropBatches.isPaid}`;
  const { state } = tickets;
  const [row] = await db
    .select({
      unpaid: sql<number>`(select count(*) from ${airdropBatches} where ${isUnpaid})::int`,
      underWay: sql<number>`(count(*) filter (where ${inArray(state, [tradeState.pending, tradeState.succeeded])}))::int`,
      lost: sql<number>`(count(*) filter (where ${eq(state, tradeState.failed)}))::int`,
      isLastPaid: sql<boolean>`coalesce((select ${airdropBatches.isPaid} from ${airdropBatches}
        where ${airdropBatches.taskId} = ${id} and ${airdropBatches.index} = ${batches - 1}), false)`,
    })
    .from(airdropBatches)
    .innerJoin(tickets, eq(tickets.ticket, airdropBatches.ticket))
    .where(and(isUnpaid, isNotNull(airdropBatches.ticket)));
  return row ?? { unpaid: batches, underWay: 0, lost: 0, isLastPaid: false };
};

/** The state of the transaction that sets an airdrop up; null before it is prepared, and when it must be prepared again. */
export const setUpStateOf = async (
  db: Reader,
  { setUpTicket }: Pick<TaskRow, "setUpTicket">,
): Promise<TradeState | null> => {
  return setUpTicket === null ? null : ticketStateOf(db, setUpTicket);
};

/** The state of a ticket; null when it is unknown. */
export const ticketStateOf = async (db: Reader, ticket: Ticket): Promise<TradeState | null> => {
  const [row] = await db.select({ state: tickets.state }).from(tickets).where(eq(tickets.ticket, ticket));
  return row?.state ?? null;
};
