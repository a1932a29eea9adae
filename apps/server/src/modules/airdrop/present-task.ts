import { airdropCost } from "@tribe/chain/airdrop";
import { type AnswerOf, lamports, type routes } from "@tribe/contract";
import type { Reader } from "../../db/client.ts";
import type { TaskRow } from "./schema.ts";
import { countBatches } from "./store/tasks.ts";

type Task = AnswerOf<typeof routes.airdrop.create>["task"];

/** A task as its Chief sees it. @param microLamportsPerUnit the present priority fee per compute unit */
export const presentTask = async (db: Reader, row: TaskRow, microLamportsPerUnit: bigint): Promise<Task> => {
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
