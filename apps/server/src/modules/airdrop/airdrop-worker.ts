import { decodeOnce, onceAddress } from "@tribe/chain/airdrop";
import { airdropState, tradeState } from "@tribe/contract";
import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AppContext, Worker } from "../../context.ts";
import { readAccountWithOwner } from "../../engines/chain/read-account.ts";
import { reading } from "../../engines/chain/reading.ts";
import { poller } from "../../poller.ts";
import { broadcast, releaseHeld } from "../transactions/index.ts";
import { tickets } from "../transactions/schema.ts";
import { advanceTask } from "./advance.ts";
import { airdropTasks } from "./schema.ts";
import type { TaskRow } from "./tasks.ts";

/** Slots that a list's account must have existed before it may be closed, and one more for a node that is ahead. */
const closableAfter = 152;

const cancels = alias(tickets, "cancels");

/** Sends the closing transactions that are due; the tickets' worker follows them to their outcome. */
const sendClosings = async (ctx: AppContext): Promise<void> => {
  const waiting = await ctx.db
    .select({ ticket: tickets.ticket, signedTransaction: tickets.signedTransaction, slot: airdropTasks.slot })
    .from(airdropTasks)
    .innerJoin(tickets, eq(tickets.ticket, airdropTasks.closeTicket))
    .leftJoin(cancels, eq(cancels.ticket, airdropTasks.cancelTicket))
    // An airdrop that is being ended is cancelled first: until then its account can't be closed.
    .where(
      and(
        eq(tickets.state, tradeState.initialized),
        isNotNull(tickets.signedTransaction),
        ne(airdropTasks.state, airdropState.pending),
        or(isNull(airdropTasks.cancelTicket), eq(cancels.state, tradeState.succeeded)),
      ),
    );
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
  const [cancel] = await ctx.db
    .select({ state: tickets.state })
    .from(tickets)
    .where(eq(tickets.ticket, task.cancelTicket));
  if (cancel?.state !== tradeState.succeeded) return null;
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
        const open = await ctx.db.select().from(airdropTasks).where(eq(airdropTasks.state, airdropState.pending));
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
