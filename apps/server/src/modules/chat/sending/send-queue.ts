import { ApiError, type Mint } from "@tribe/contract";
import type { AppContext } from "../../../context.ts";
import { appendMessages } from "./append-messages.ts";
import type { Send, StoredMessage } from "./send.ts";

/** Messages that one commit takes at most; the others are in the next. */
const maxBatch = 200;
/** Commits under way for chats that nobody else has locked: more of them would only be smaller. */
const sharedBatches = 2;
/**
 * Time that one commit stands for. On a busy day commits begin that far apart, so that each takes what was said in so long a
 * time: what a commit costs, with all that is read and written because of it, is shared by more messages.
 */
const commitMs = 20;
/** A commit of more messages stands for a longer time: in such a storm nobody follows line by line. */
const largeBatch = 5;
const largeCommitMs = 40;
/** Commits may run ahead of their time by so much, so that nobody waits in an ordinary conversation. */
const aheadMs = 200;

/** Sends of this process. */
export interface SendQueue {
  /** @throws ApiError as `appendMessages` refuses. */
  send(send: Send): Promise<StoredMessage>;
}

interface Waiting {
  readonly send: Send;
  readonly resolve: (message: StoredMessage) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Queues sends by their chat before any of them takes a connection: those of one chat would only wait for its lock there.
 * What came in while others were written down goes into one commit, whatever the chats. A chat that somebody else has
 * locked, such as a trade that moves its seats, is waited for apart, so that it holds up no other.
 * @param connections commits at once; the pool of sends has as many connections.
 */
export const createSendQueue = (
  ctx: Pick<AppContext, "chatDb" | "ports" | "now" | "jobs">,
  connections: number,
): SendQueue => {
  // In the order of their turns.
  const waiting = new Map<Mint, Waiting[]>();
  const locked = new Map<Mint, Waiting[]>();
  const busy = new Set<Mint>();
  let shared = 0;
  let apart = 0;
  /** Up to where the commits of before have used the time. */
  let usedUntil = 0;
  let isPausing = false;
  let isBeginning = false;
  /** Sends in `waiting`. */
  let queued = 0;

  /** Takes what waits for chats that nobody here writes to, in the order of a chat. */
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
  /** Sends that were read from their sockets in the same turn of the event loop share a commit. */
  const beginSoon = (): void => {
    if (isBeginning) return;
    isBeginning = true;
    setImmediate(() => {
      isBeginning = false;
      begin();
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
        // Behind those that wait for the same chat already.
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
