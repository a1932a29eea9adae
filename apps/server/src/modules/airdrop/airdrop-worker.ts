import { decodeOnce, onceAddress } from "@tribe/chain/airdrop";
import { tradeState } from "@tribe/contract";
import { poller } from "../../async/poller.ts";
import type { AppContext, Worker } from "../../context/context.ts";
import { readAccountWithOwner } from "../../engines/chain/read-account.ts";
import { reading } from "../../engines/chain/reading.ts";
import { broadcast, releaseHeld } from "../transactions/index.ts";
import { advanceTask } from "./advance.ts";
import type { TaskRow } from "./schema.ts";
import { dueClosings } from "./store/closings.ts";
import { openTasks, ticketStateOf } from "./store/tasks.ts";

/** Slots that a list's account must have existed before it may be closed, and one more for a node that is ahead. */
const closableAfter = 152;

/** Sends the closing transactions that are due; the tickets' worker follows them to their outcome. */
const sendClosings = async (ctx: AppContext): Promise<void> => {
  const waiting = await dueClosings(ctx.db);
  if (waiting.length === 0) return;
  const now = Number(await ctx.chain.rpc.getSlot({ commitment: "confirmed" }).send());
  for (const { ticket, signedTransaction, slot } of waiting) {
    if (slot === null || signedTransaction === null || now <= slot + closableAfter) continue;
    await releaseHeld(ctx.db, ticket);
    await broadcast(ctx, ticket, signedTransaction);
  }
};

/**
 * Finishes an airdrop that its Chief has ended, once the chain lets nothing more of it land. The same read says which batches
 * have landed.
 */
const readCancelled = async (ctx: AppContext, task: TaskRow): Promise<readonly number[] | null> => {
  if (!task.isEnding || task.slot === null || task.cancelTicket === null) return null;
  if ((await ticketStateOf(ctx.db, task.cancelTicket)) !== tradeState.succeeded) return null;
  const seeds = { slot: BigInt(task.slot), list: new Uint8Array(task.listHash) };
  const account = await reading(readAccountWithOwner(ctx.chain, await onceAddress(task.creator, seeds)));
  const once = account && decodeOnce(account.owner, account.data);
  return once?.isCancelled ? Array.from({ length: once.batches }, (_, index) => index).filter(once.isMarked) : null;
};

/** How often open airdrops are checked; the outcome of a transaction comes from the tickets' worker. */
const pollEveryMs = 500;

/**
 * Follows airdrops to their end. The tickets' worker sends each transaction until its outcome is final; this one reads the
 * outcomes, and keeps no state in memory.
 */
export const airdropWorker: Worker = {
  name: "airdrops",
  role: "worker",
  start: async (ctx) => {
    const ending = new AbortController();
    const polling = poller(ctx, {
      name: "airdrops",
      signal: ending.signal,
      everyMs: pollEveryMs,
      againMs: pollEveryMs,
      work: async () => {
        const open = await openTasks(ctx.db);
        for (const task of open) {
          const marked = await readCancelled(ctx, task);
          await ctx.db.transaction((tx) => advanceTask(tx, task.id, marked ?? [], marked !== null));
        }
        await sendClosings(ctx);
        return true;
      },
    });
    return {
      stop: async () => {
        ending.abort();
        await polling.ended;
      },
    };
  },
};
