import { ApiError, type Mint } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { runOutsideCalls } from "../../../context/current-call.ts";
import type { Send, StoredMessage } from "../rules/send.ts";
import { appendMessages } from "./append-messages.ts";

/** Maximum messages per commit; the others are in the next. */
const maxBatch = 200;
/** Concurrent commits for chats that nobody else has locked: more of them would only be smaller. */
const sharedBatches = 2;
/**
 * The time that each commit accounts for. Under load commits start this far apart, so that more messages share the cost of a
 * commit and of the reads and writes that follow from it.
 */
const commitMs = 20;
/** A larger commit accounts for more time: with so many messages nobody reads each line as it comes. */
const largeBatch = 5;
const largeCommitMs = 40;
/** Commits may be ahead of their schedule by this much, so that nobody waits in an ordinary conversation. */
const aheadMs = 200;

/** This process's queue of sends. */
export interface SendQueue {
  /** @throws ApiError as from `appendMessages`. */
  send(send: Send): Promise<StoredMessage>;
}

interface Waiting {
  readonly send: Send;
  readonly resolve: (message: StoredMessage) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Queues sends by chat before they take a connection: sends of one chat would only wait there for its lock. Sends that arrive
 * during a commit are in the next one, for all chats together. A chat that another transaction has locked, such as a trade
 * that moves its seats, is waited for in a separate commit, so that it delays no other.
 * @param connections maximum concurrent commits; the pool for sends has as many connections.
 */
export const createSendQueue = (
  ctx: Pick<AppContext, "chatDb" | "ports" | "now" | "jobs">,
  connections: number,
): SendQueue => {
  // In the order in which they are served.
  const waiting = new Map<Mint, Waiting[]>();
  const locked = new Map<Mint, Waiting[]>();
  const busy = new Set<Mint>();
  let shared = 0;
  let apart = 0;
  /** The end of the time that previous commits account for. */
  let usedUntil = 0;
  let isPausing = false;
  let isBeginning = false;
  /** Number of sends in `waiting`. */
  let queued = 0;

  /** Takes sends for chats that this process is not writing to, in each chat's order. */
  const takeFree = (from: Map<Mint, Waiting[]>, maxChats: number): Waiting[] => {
    const batch: Waiting[] = [];
    let chats = 0;
    for (const [mint, all] of from) {
      if (chats >= maxChats || batch.length >= maxBatch) break;
      if (busy.has(mint)) continue;
      const taken = all.splice(0, maxBatch - batch.length);
      batch.push(...taken);
      if (all.length === 0) from.delete(mint);
      busy.add(mint);
      chats += 1;
    }
    return batch;
  };
  const begin = (): void => {
    while (apart < connections - sharedBatches) {
      const batch = takeFree(locked, 1);
      if (batch.length === 0) break;
      apart += 1;
      void append(batch, true).finally(() => {
        apart -= 1;
        begin();
      });
    }
    while (shared < sharedBatches && waiting.size > 0) {
      const now = performance.now();
      const pauseMs = queued < maxBatch ? usedUntil - aheadMs - now : 0;
      if (pauseMs > 0) {
        if (isPausing) break;
        isPausing = true;
        setTimeout(() => {
          isPausing = false;
          begin();
        }, pauseMs);
        break;
      }
      const batch = takeFree(waiting, Number.POSITIVE_INFINITY);
      if (batch.length === 0) break;
      queued -= batch.length;
      const used = Math.min(Math.max(usedUntil, now), now + aheadMs);
      usedUntil = used + (batch.length > largeBatch ? largeCommitMs : commitMs);
      shared += 1;
      void append(batch, false).finally(() => {
        shared -= 1;
        begin();
      });
    }
  };
  /** Sends that arrive in the same turn of the event loop share a commit. */
  const beginSoon = (): void => {
    if (isBeginning) return;
    isBeginning = true;
    setImmediate(() => {
      isBeginning = false;
      runOutsideCalls(begin);
    });
  };
  const append = async (batch: readonly Waiting[], waits: boolean): Promise<void> => {
    try {
      const answers = await appendMessages(
        ctx,
        batch.map(({ send }) => send),
        { waits },
      );
      for (const [index, one] of batch.entries()) {
        const answer = answers[index] ?? null;
        if (answer === null) enqueue(locked, one);
        else if (answer instanceof ApiError) one.reject(answer);
        else one.resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    for (const { send } of batch) busy.delete(send.mint);
  };
  return {
    send: (send) =>
      new Promise((resolve, reject) => {
        // Behind earlier sends for the same chat.
        const queue = locked.has(send.mint) ? locked : waiting;
        enqueue(queue, { send, resolve, reject });
        if (queue === waiting) queued += 1;
        beginSoon();
      }),
  };
};

const enqueue = (queue: Map<Mint, Waiting[]>, one: Waiting): void => {
  const others = queue.get(one.send.mint);
  if (others) others.push(one);
  else queue.set(one.send.mint, [one]);
};
