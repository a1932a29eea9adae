import { airdropCost } from "@tribe/chain/airdrop";
import {
  type AirdropState,
  type AnswerOf,
  ApiError,
  airdropState,
  lamports,
  type Mint,
  type routes,
  type Uid,
} from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../db/client.ts";
import { airdropBatches, airdropTasks } from "./schema.ts";

/** A task as stored. */
export type TaskRow = typeof airdropTasks.$inferSelect;

/** A Chief's own airdrop. @throws ApiError `not_found` for somebody else's, too. */
export const findTask = async (db: Reader, uid: Uid, taskId: string): Promise<TaskRow> => {
  const [row] = await db
    .select()
    .from(airdropTasks)
    .where(and(eq(airdropTasks.id, taskId), eq(airdropTasks.uid, uid)));
  if (!row) throw new ApiError("not_found");
  return row;
};

/** The airdrop of a Tribe that is on its way. */
export const findOpenTask = async (db: Reader, mint: Mint): Promise<TaskRow | null> => {
  const [row] = await db
    .select()
    .from(airdropTasks)
    .where(and(eq(airdropTasks.mint, mint), eq(airdropTasks.state, airdropState.pending)));
  return row ?? null;
};

/** How many batches have landed. */
export const paidBatches = async (db: Reader, taskId: string): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(airdropBatches)
    .where(and(eq(airdropBatches.taskId, taskId), eq(airdropBatches.isPaid, true)));
  return row?.count ?? 0;
};

/** Recipients of a batch: all but the last are full. */
export const sizeOfBatch = (
  { recipients, batchSize }: Pick<TaskRow, "recipients" | "batchSize">,
  index: number,
): number => Math.min(batchSize, recipients - index * batchSize);

type Task = AnswerOf<typeof routes.airdrop.create>["task"];

/** A task as its Chief sees it. @param microLamportsPerUnit the going price of a compute unit */
export const presentTask = async (db: Executor, row: TaskRow, microLamportsPerUnit: bigint): Promise<Task> => {
  const completedBatches = await paidBatches(db, row.id);
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

/** The stored state as the rules know it. */
export const isOpen = ({ state }: { readonly state: AirdropState }): boolean => state === airdropState.pending;
