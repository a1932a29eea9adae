import { airdropCost } from "@tribe/chain/airdrop";
import {
  type AirdropState,
  type AnswerOf,
  ApiError,
  airdropState,
  lamports,
  type Mint,
  type routes,
  tradeState,
  type Uid,
} from "@tribe/contract";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../db/client.ts";
import { tickets } from "../transactions/schema.ts";
import { airdropBatches, airdropTasks } from "./schema.ts";

/** A stored task. */
export type TaskRow = typeof airdropTasks.$inferSelect;

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

/** How many of an airdrop's batches are in which state. */
interface BatchCounts {
  /** Not known to have landed. */
  readonly unpaid: number;
  /** Of those: signed, and may still land. A batch that has just landed counts here until it is marked as paid. */
  readonly underWay: number;
  /** Of those: can never land, and must be prepared again. */
  readonly lost: number;
  readonly isLastPaid: boolean;
}

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
export const setUpStateOf = async (db: Reader, { setUpTicket }: Pick<TaskRow, "setUpTicket">) => {
  if (setUpTicket === null) return null;
  const [row] = await db.select({ state: tickets.state }).from(tickets).where(eq(tickets.ticket, setUpTicket));
  return row?.state ?? null;
};

/** Recipients of a batch: all batches but the last are full. */
export const sizeOfBatch = (
  { recipients, batchSize }: Pick<TaskRow, "recipients" | "batchSize">,
  index: number,
): number => Math.min(batchSize, recipients - index * batchSize);

type Task = AnswerOf<typeof routes.airdrop.create>["task"];

/** A task as its Chief sees it. @param microLamportsPerUnit the present priority fee per compute unit */
export const presentTask = async (db: Executor, row: TaskRow, microLamportsPerUnit: bigint): Promise<Task> => {
  const { unpaid } = await countBatches(db, row);
  const completedBatches = row.batches - unpaid;
  const left = Math.max(0, row.recipients - completedBatches * row.batchSize);
  const { toCreator, toMembers, toHolders } = row.options;
  return {
    id: row.id,
    mint: row.mint,
    airdropMintAddress: row.airdropMint,
    airdropAmount: row.amount,
    tokenType: row.program === "token" ? "SPL" : "Token-2022",
    decimals: row.decimals,
    name: row.name,
    symbol: row.symbol,
    snapshotMembersCount: row.membersCount,
    snapshotHoldersCount: row.holdersCount,
    state: row.state,
    options: {
      shouldAirdropToCreator: toCreator,
      shouldAirdropToMembers: toMembers,
      shouldAirdropToHolders: toHolders,
    },
    creatorAddress: row.creator,
    snapshotSlot: row.snapshotSlot,
    snapshotAt: row.snapshotAt.getTime(),
    listHash: row.listHash.toString("hex"),
    recipients: row.recipients,
    batchSize: row.batchSize,
    totalBatches: row.batches,
    completedBatches,
    slot: row.slot,
    isSetUp: row.isSetUp,
    isEnding: row.isEnding,
    cost: airdropCost({
      recipients: left,
      batchSize: row.batchSize,
      program: row.program,
      makesPool: row.makesPool && !row.isSetUp,
      microLamportsPerUnit,
    }),
    microLamportsPerUnit: lamports(microLamportsPerUnit),
  };
};

/** The stored state in the form of the domain's rules. */
export const isOpen = ({ state }: { readonly state: AirdropState }): boolean => state === airdropState.pending;
