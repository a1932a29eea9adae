import { ApiError, type Mint } from "@tribe/contract";
import type { AppContext } from "../../context.ts";
import { appendMessages, type Send, type StoredMessage } from "./append-messages.ts";

/** Messages that one commit takes at most; the others of that chat are in the next. */
const maxBatch = 100;

/** Sends of this process, chat by chat. */
export interface SendQueue {
  /** @throws ApiError as `appendMessages` refuses. */
  send(mint: Mint, send: Send): Promise<StoredMessage>;
}

interface Waiting {
  readonly send: Send;
  readonly resolve: (message: StoredMessage) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Queues sends by their chat before any of them takes a connection: those of one chat would only wait for its lock there.
 * What came in while a chat was being written to is its next commit; chats take turns.
 * @param connections chats that are written to at once; the pool of sends has as many.
 */
export const createSendQueue = (ctx: Pick<AppContext, "chatDb" | "ports" | "now">, connections: number): SendQueue => {
  // In the order of their turns.
  const waiting = new Map<Mint, Waiting[]>();
  const busy = new Set<Mint>();

  const begin = (): void => {
    for (const [mint, all] of waiting) {
      if (busy.size >= connections) return;
      if (busy.has(mint)) continue;
      waiting.delete(mint);
      const rest = all.slice(maxBatch);
      if (rest.length > 0) waiting.set(mint, rest);
      busy.add(mint);
      void append(mint, all.slice(0, maxBatch)).finally(() => {
        busy.delete(mint);
        begin();
      });
    }
  };
  const append = async (mint: Mint, batch: readonly Waiting[]): Promise<void> => {
    try {
      const sends = batch.map(({ send }) => send);
      const answers = await appendMessages(ctx, mint, sends);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined || answer instanceof ApiError) reject(answer ?? new ApiError("internal"));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return {
    send: (mint, send) =>
      new Promise((resolve, reject) => {
        const own = { send, resolve, reject };
        const others = waiting.get(mint);
        if (others) others.push(own);
        else waiting.set(mint, [own]);
        begin();
      }),
  };
};
