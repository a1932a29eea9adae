import { randomUUID } from "node:crypto";
import { walletMinimum } from "@tribe/chain/accounts";
import { airdropBatchSize, airdropCost } from "@tribe/chain/airdrop";
import { ApiError, airdropState, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { refuseInMaintenance } from "../../factory/index.ts";
import { takeSnapshot } from "../../market/index.ts";
import { checkOrder, optionsOf } from "../planning/order.ts";
import { presentTask } from "../present-task.ts";
import { planAirdrop, problemOf } from "../rules/plan.ts";
import { storePlan } from "../store/plan.ts";
import { findOpenTask, insertTask } from "../store/tasks.ts";

/** Creates an airdrop: snapshot, split and list are stored completely, and never change. */
export const create = saga(routes.airdrop.create, async ({ ctx, body, session, commit }) => {
  const { mint, airdropMintAddress: airdropMint, airdropAmount: amount } = body;
  await refuseInMaintenance(ctx);
  const options = optionsOf(body.options);
  const { creator, given } = await checkOrder(ctx, session.uid, body, options);
  if (await findOpenTask(ctx.db, mint)) throw new ApiError("airdrop_open");
  if (amount > given.held) throw new ApiError("airdrop_too_large");
  const snapshot = await takeSnapshot(ctx.db, mint);
  const batchSize = airdropBatchSize(given.hasLookupTable);
  const plan = await planAirdrop({ creator, tribe: body.mint, airdropMint, amount, options, batchSize }, snapshot);
  if ("reason" in plan) throw new ApiError(problemOf(plan.reason));
  const { recipients, batches } = plan;
  const { program } = given.token;
  const { microLamportsPerUnit } = given;
  const cost = airdropCost({ recipients, batchSize, program, makesPool: !given.hasPool, microLamportsPerUnit });
  if (given.balance < cost.total + walletMinimum) throw new ApiError("insufficient_sol");

  const id = randomUUID();
  return commit(async (tx) => {
    const task = await insertTask(tx, {
      id,
      uid: session.uid,
      mint,
      creator,
      airdropMint,
      program,
      amount,
      options,
      recipients,
      batchSize,
      batches,
      listHash: Buffer.from(plan.listHash),
      decimals: given.token.decimals,
      name: given.token.texts?.name ?? null,
      symbol: given.token.texts?.symbol ?? null,
      snapshotSlot: snapshot.slot,
      snapshotAt: snapshot.takenAt,
      membersCount: plan.membersCount,
      holdersCount: plan.holdersCount,
      state: airdropState.pending,
      makesPool: !given.hasPool,
      setUpId: randomUUID(),
      closeId: randomUUID(),
    });
    if (!task) throw new ApiError("airdrop_open");
    await storePlan(tx, id, plan);
    return { taskId: id, task: await presentTask(tx, task, microLamportsPerUnit) };
  });
});
