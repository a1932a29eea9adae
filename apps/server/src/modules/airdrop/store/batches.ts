import { randomUUID } from "node:crypto";
import type { AirdropList } from "@tribe/chain/airdrop";
import { type Address, type Base64, type TokenUnits, tokenUnits, tradeState, type Uid } from "@tribe/contract";
import { and, asc, eq, gte, inArray, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { insertTickets, newTicketRow, withdrawTickets } from "../../transactions/index.ts";
import { tickets } from "../../transactions/schema.ts";
import { isOpen } from "../rules/tasks.ts";
import { airdropBatches, airdropEntries, type TaskRow } from "../schema.ts";
import { changeTask, lockTask } from "./tasks.ts";

/** A ticket that cannot land any more or was never signed, or none: another transaction may take its place. */
const isReplaceable = or(isNull(tickets.state), notInArray(tickets.state, [tradeState.pending, tradeState.succeeded]));

/** Those of these batches that have not landed and have no signed transaction on its way. */
const openBatches = (db: Reader, which: SQL) =>
  db
    .select({ id: airdropBatches.id, index: airdropBatches.index, ticket: airdropBatches.ticket })
    .from(airdropBatches)
    .leftJoin(tickets, eq(tickets.ticket, airdropBatches.ticket))
    .where(and(which, eq(airdropBatches.isPaid, false), isReplaceable));

/** An airdrop's batches that have not landed and have no signed transaction on its way, in order. */
export const nextBatches = (db: Reader, taskId: string, limit: number) =>
  openBatches(db, eq(airdropBatches.taskId, taskId)).orderBy(asc(airdropBatches.index)).limit(limit);

/** The recipients of these batches, each in the list's order. */
export const recipientsOf = async (
  db: Reader,
  { id, batchSize }: TaskRow,
  indexes: readonly number[],
): Promise<AirdropList["recipients"][]> => {
  const { place, address, amount } = airdropEntries;
  // By index in the list, which is indexed: of a hundred thousand entries only these are read.
  const ranges = indexes.map((index) => and(gte(place, index * batchSize), lt(place, (index + 1) * batchSize)));
  const rows = await db
    .select({ address, amount, place })
    .from(airdropEntries)
    .where(and(eq(airdropEntries.taskId, id), or(...ranges)))
    .orderBy(asc(place));
  const some = new Map<number, { address: Address; amount: TokenUnits }[]>(indexes.map((index) => [index, []]));
  for (const row of rows)
    if (row.place !== null)
      some.get(Math.floor(row.place / batchSize))?.push({ address: row.address, amount: row.amount });
  return indexes.map((index) => some.get(index) ?? []);
};

/**
 * What must still leave the giver's account. Batches on their way count, because they may not land. Each batch has its sum, so
 * that no call adds up a hundred thousand shares.
 */
export const unpaidAmount = async (db: Reader, { id, batchSize }: TaskRow): Promise<TokenUnits> => {
  const { index } = airdropBatches;
  const { place } = airdropEntries;
  // Added up here for airdrops that were created before batches had their sum.
  const shares = sql`(select sum(${airdropEntries.amount}) from ${airdropEntries} where ${airdropEntries.taskId} = ${id}
    and ${place} >= ${index} * ${batchSize}::int and ${place} < (${index} + 1) * ${batchSize}::int)`;
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(coalesce(${airdropBatches.amount}, ${shares})), 0)` })
    .from(airdropBatches)
    .leftJoin(tickets, eq(tickets.ticket, airdropBatches.ticket))
    .where(
      and(
        eq(airdropBatches.taskId, id),
        // The same condition as the index `airdrop_batches_unpaid`.
        sql`not ${airdropBatches.isPaid}`,
        // A batch that has just landed has left the account already.
        isReplaceable,
      ),
    );
  return tokenUnits(BigInt(row?.sum ?? "0"));
};

/** Marks batches as paid. The caller has locked the airdrop, as before {@link markLanded}. */
export const markPaid = async (tx: Executor, taskId: string, indexes: readonly number[]): Promise<void> => {
  if (indexes.length === 0) return;
  await tx
    .update(airdropBatches)
    .set({ isPaid: true })
    .where(and(eq(airdropBatches.taskId, taskId), inArray(airdropBatches.index, [...indexes])));
};

/** Marks the batches as paid whose transactions have landed. */
export const markLanded = async (tx: Executor, taskId: string): Promise<void> => {
  await tx.execute(sql`
    update ${airdropBatches} set is_paid = true
    from ${tickets}
    where ${airdropBatches.taskId} = ${taskId} and not ${airdropBatches.isPaid} and ${airdropBatches.ticket} is not null
      and ${tickets.ticket} = ${airdropBatches.ticket} and ${tickets.state} = ${tradeState.succeeded}`);
};

/** Transactions that were just built, to be signed. */
interface Prepared {
  readonly slot: number;
  readonly lastValidBlockHeight: number;
  readonly steps: readonly {
    readonly id: string;
    /** Null for the setup. */
    readonly index: number | null;
    readonly message: Base64;
  }[];
}

/**
 * Stores new transactions, each as the newest one of its batch. A batch that another tab has signed meanwhile stays as it is.
 * @returns the ids of those to be signed
 */
export const giveTickets = async (
  tx: Executor,
  uid: Uid,
  { id: taskId }: TaskRow,
  { slot, lastValidBlockHeight, steps }: Prepared,
): Promise<readonly string[]> => {
  const task = await lockTask(tx, taskId);
  if (!task || !isOpen(task) || task.isEnding) return [];
  const rows = steps.map(({ id, index, message }) => ({
    id,
    index,
    row: newTicketRow({
      uid,
      message,
      lastValidBlockHeight,
      idempotencyKey: randomUUID(),
      kind: "airdrop",
      mint: task.airdropMint,
      trader: task.creator,
      request: { taskId, step: index === null ? "setUp" : `${index}` },
    }),
  }));
  const [setUp] = rows.filter(({ index }) => index === null);
  if (setUp) {
    const before = task.setUpTicket;
    const [open] =
      before === null
        ? []
        : await tx
            .select()
            .from(tickets)
            .where(and(eq(tickets.ticket, before), isReplaceable));
    if (task.isSetUp || (before !== null && !open)) return [];
    await insertTickets(tx, [setUp.row]);
    await changeTask(tx, taskId, { setUpTicket: setUp.row.ticket, slot });
    if (before !== null) await withdrawTickets(tx, [before]);
    return [setUp.id];
  }
  const free = await openBatches(
    tx,
    inArray(
      airdropBatches.id,
      rows.map(({ id }) => id),
    ),
  );
  const ids = new Set(free.map(({ id }) => id));
  const given = rows.filter(({ id }) => ids.has(id));
  if (given.length === 0) return [];
  await insertTickets(
    tx,
    given.map(({ row }) => row),
  );
  const pairs = given.map(({ id, row }) => ({ id, ticket: row.ticket }));
  await tx.execute(sql`
    update ${airdropBatches} set ticket = newest.ticket
    from json_to_recordset(${JSON.stringify(pairs)}::json) as newest (id uuid, ticket text)
    where ${airdropBatches.id} = newest.id`);
  await withdrawTickets(
    tx,
    free.flatMap(({ ticket }) => ticket ?? []),
  );
  return given.map(({ id }) => id);
};

/** The column of a task for its closing or cancelling transaction. */
const lastTickets = { close: "closeTicket", cancel: "cancelTicket" } as const;

/** Stores a transaction that ends the list's account. @returns false when one is signed already and may still land */
export const storeEndingTransaction = async (
  tx: Executor,
  uid: Uid,
  { id }: TaskRow,
  kind: keyof typeof lastTickets,
  { message, lastValidBlockHeight }: { readonly message: Base64; readonly lastValidBlockHeight: number },
): Promise<boolean> => {
  const task = await lockTask(tx, id);
  if (!task) return false;
  const given = task[lastTickets[kind]];
  const [before] = given === null ? [] : await tx.select().from(tickets).where(eq(tickets.ticket, given)).for("update");
  if (before?.signature && before.state !== tradeState.failed) return false;
  const row = newTicketRow({
    uid,
    message,
    lastValidBlockHeight,
    idempotencyKey: randomUUID(),
    kind: "airdrop",
    mint: task.airdropMint,
    trader: task.creator,
    request: { taskId: id, step: kind },
  });
  await insertTickets(tx, [row]);
  await changeTask(tx, id, { [lastTickets[kind]]: row.ticket });
  if (before) await withdrawTickets(tx, [before.ticket]);
  return true;
};
