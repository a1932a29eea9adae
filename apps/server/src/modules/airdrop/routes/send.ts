import {
  airdropComputeUnitLimit,
  airdropCost,
  airdropRents,
  airdropStepFee,
  buildAirdropMessage,
  needsLookupTable,
  onceAddress,
} from "@tribe/chain/airdrop";
import { toBase64 } from "@tribe/chain/transactions";
import { type Address, type AnswerOf, ApiError, airdropState, routes, type Uid } from "@tribe/contract";
import { airdropLacking } from "@tribe/domain/airdrop";
import type { ReadingContext } from "../../../context/context.ts";
import type { Commit } from "../../../http/commit.ts";
import { saga } from "../../../http/implement.ts";
import { refuseInMaintenance } from "../../factory/index.ts";
import { advanceTask } from "../advance.ts";
import { type AirdropFacts, readAirdropFacts } from "../planning/chain-reads.ts";
import { isOpen } from "../rules/tasks.ts";
import type { TaskRow } from "../schema.ts";
import { giveTickets, nextBatches, recipientsOf, storeEndingTransaction, unpaidAmount } from "../store/batches.ts";
import { countBatches, findTask } from "../store/tasks.ts";

type Step = AnswerOf<typeof routes.airdrop.send>["batches"][number];

/** How old the slot of a list's account is: of 150 slots, 90 are left to create the account, after which it can be closed. */
const slotAge = 60;

/** Prepares the next transactions of an airdrop. What is signed and may still land is not prepared again. */
export const send = saga(routes.airdrop.send, async ({ ctx, body, session, commit }) => {
  const found = await findTask(ctx.db, session.uid, body.taskId);
  if (found.state === airdropState.failed) throw new ApiError("airdrop_ended");
  await refuseInMaintenance(ctx);
  const once = found.slot === null ? null : await onceAddress(found.creator, seedsOf(found, found.slot));
  // An airdrop that was created without the lookup table continues without it.
  const lookupTable = needsLookupTable(found) ? ctx.config.lookupTable : null;
  const facts = await readAirdropFacts(ctx.chain, found, once, lookupTable);
  if (needsLookupTable(found) && !facts.hasLookupTable) throw new ApiError("airdrops_waiting");
  // What has landed according to the chain is paid, whatever our row says.
  const { once: listAccount } = facts;
  const marked = listAccount
    ? Array.from({ length: listAccount.batches }, (_, index) => index).filter(listAccount.isMarked)
    : [];
  const task = await commit((tx) => advanceTask(tx, found.id, marked, listAccount?.isCancelled));
  if (!task) throw new ApiError("not_found");
  if (task.state === airdropState.completed)
    return answerOf(true, await prepareLast(session.uid, task, "close", facts, commit));
  if (!isOpen(task) || task.isEnding) {
    // A signed transaction that somebody holds back may still land, until the list's account excludes it.
    const cancel = listAccount?.isCancelled ? [] : await prepareLast(session.uid, task, "cancel", facts, commit);
    const last = [...cancel, ...(await prepareLast(session.uid, task, "close", facts, commit))];
    if (!isOpen(task) && last.length === 0) throw new ApiError("airdrop_ended");
    return answerOf(false, last);
  }
  const steps = task.isSetUp
    ? await prepareBatches(ctx, session.uid, task, { ...facts, lookupTable }, body.limit, commit)
    : await prepareSetUp(session.uid, task, facts, commit);
  return answerOf(false, steps);
});

const solDecimals = 9;

/** Adds how much is missing for everything that is left, in base units. */
const lacking = (code: "insufficient_sol" | "insufficient_tokens", units: bigint, decimals: number): ApiError =>
  new ApiError(code, { message: airdropLacking(units, decimals, code === "insufficient_sol" ? "SOL" : "tokens") });

const answerOf = (isCompleted: boolean, batches: Step[]) => ({
  isCompleted,
  taskBatchId: batches[0]?.taskBatchId ?? null,
  message: batches[0]?.message ?? null,
  batches,
});

const seedsOf = (task: TaskRow, slot: number) => ({ slot: BigInt(slot), list: new Uint8Array(task.listHash) });

/** @param lookupTable for batches only; no other transaction of an airdrop uses it */
const placeOf = (task: TaskRow, slot: number, lookupTable: Address | null = null) => ({
  mint: task.airdropMint,
  tokenProgram: task.program,
  ...seedsOf(task, slot),
  lookupTable,
});

const frameOf = (task: TaskRow, facts: AirdropFacts, computeUnitLimit: number) => ({
  wallet: task.creator,
  blockhash: facts.blockhash,
  computeUnitLimit,
  microLamportsPerUnit: facts.microLamportsPerUnit,
});

/** The transaction that creates Light's pool if there is none, and the list's account. */
const prepareSetUp = async (uid: Uid, task: TaskRow, facts: AirdropFacts, commit: Commit): Promise<Step[]> => {
  // Another slot means another account: `giveTickets` allows it only when no signed transaction can create the former one.
  const slot = Math.max(0, facts.slot - slotAge);
  const makesPool = !facts.hasPool;
  const rents = airdropRents(task.program, task.batches);
  const fee = airdropStepFee({ kind: "setUp" }, facts.microLamportsPerUnit);
  if (facts.balance < rents.once + (makesPool ? rents.pool : 0n) + fee) {
    const { recipients, batchSize, program } = task;
    const { microLamportsPerUnit } = facts;
    const { total } = airdropCost({ recipients, batchSize, program, makesPool, microLamportsPerUnit });
    throw lacking("insufficient_sol", total - facts.balance, solDecimals);
  }
  const frame = frameOf(task, facts, airdropComputeUnitLimit({ kind: "setUp" }));
  const message = toBase64(
    await buildAirdropMessage(frame, placeOf(task, slot), { kind: "setUp", makesPool, batches: task.batches }),
  );
  const { lastValidBlockHeight } = facts;
  const isGiven = await commit((tx) =>
    giveTickets(tx, uid, task, { slot, lastValidBlockHeight, steps: [{ id: task.setUpId, index: null, message }] }),
  );
  return isGiven.includes(task.setUpId)
    ? [
        {
          taskBatchId: task.setUpId,
          ...{ kind: "setUp", index: null, queue: null, makesPool, slot, message, lastValidBlockHeight },
        },
      ]
    : [];
};

/**
 * A transaction that ends the list's account: `cancel` lets no other batch land from then on, and `close` returns the deposit.
 * The program accepts a `close` when the slot is 150 old; it is signed now, while the Chief is here, and sent then. Null when
 * there is nothing to end, or it is on its way already.
 */
const prepareLast = async (
  uid: Uid,
  task: TaskRow,
  kind: "cancel" | "close",
  facts: AirdropFacts,
  commit: Commit,
): Promise<Step[]> => {
  const { slot, closeId, cancelId } = task;
  if (slot === null || facts.once === null) return [];
  const frame = frameOf(task, facts, airdropComputeUnitLimit({ kind }));
  const message = toBase64(await buildAirdropMessage(frame, placeOf(task, slot), { kind }));
  const { lastValidBlockHeight } = facts;
  const isGiven = await commit((tx) => storeEndingTransaction(tx, uid, task, kind, { message, lastValidBlockHeight }));
  const step = { kind, index: null, queue: null, makesPool: false, slot, message, lastValidBlockHeight };
  return isGiven ? [{ taskBatchId: kind === "close" ? closeId : cancelId, ...step }] : [];
};

const prepareBatches = async (
  ctx: ReadingContext,
  uid: Uid,
  task: TaskRow,
  facts: AirdropFacts & { readonly lookupTable: Address | null },
  limit: number,
  commit: Commit,
): Promise<Step[]> => {
  const { slot } = task;
  if (slot === null) throw new Error(`airdrop ${task.id} is set up without a slot`);
  const next = await nextBatches(ctx.db, task.id, limit);
  if (next.length === 0) return [];
  // Who holds enough for all of it holds enough for the rest.
  const unpaid = facts.held < task.amount ? await unpaidAmount(ctx.db, task) : 0n;
  if (facts.held < unpaid) throw lacking("insufficient_tokens", unpaid - facts.held, task.decimals);
  const recipients = await recipientsOf(
    ctx.db,
    task,
    next.map(({ index }) => index),
  );
  const { lastValidBlockHeight, queue, microLamportsPerUnit } = facts;
  const fees = recipients.reduce(
    (sum, some) => sum + airdropStepFee({ kind: "batch", recipients: some.length }, microLamportsPerUnit),
    0n,
  );
  if (facts.balance < fees) {
    const { unpaid: batches } = await countBatches(ctx.db, task);
    const fee = airdropStepFee({ kind: "batch", recipients: task.batchSize }, microLamportsPerUnit);
    throw lacking("insufficient_sol", BigInt(batches) * fee - facts.balance, solDecimals);
  }
  const steps = await Promise.all(
    next.map(async ({ id, index }, at) => {
      const some = recipients[at] ?? [];
      const units = airdropComputeUnitLimit({ kind: "batch", recipients: some.length });
      const step = { kind: "batch", index, recipients: some, queue } as const;
      const message = await buildAirdropMessage(
        frameOf(task, facts, units),
        placeOf(task, slot, facts.lookupTable),
        step,
      );
      return { id, index, message: toBase64(message) };
    }),
  );
  const given = await commit((tx) => giveTickets(tx, uid, task, { slot, lastValidBlockHeight, steps }));
  return steps
    .filter(({ id }) => given.includes(id))
    .map(({ id, index, message }) => ({
      taskBatchId: id,
      ...{ kind: "batch", index, queue, makesPool: false, slot, message, lastValidBlockHeight },
    }));
};
