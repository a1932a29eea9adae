import { setImmediate as nextTick } from "node:timers/promises";
import type { Mint, Uid } from "@tribe/contract";
import type { AppContext } from "../../context.ts";
import { withoutAccess } from "../membership/index.ts";
import type { ChatSubscription } from "./chat-subscription.ts";
import { closeCodes } from "./connection.ts";
import type { Hub, LogMessage } from "./hub.ts";

/** What the readers of a chat are told: a part of the log, or a hint to all but one person. */
export type ReadersFrame = { readonly mint: Mint; readonly frame: string } & (
  | { readonly seq: number }
  | { readonly seq: null; readonly except: Uid | null }
);

/** Whose right to read must be asked for again: one person's, here or everywhere, or everybody's in one chat. */
export interface Doubt {
  readonly mint: Mint | null;
  readonly uid: Uid | null;
}

/** After the database did not answer, it is asked again. */
const retryMs = 200;

/** Passes on to a chat's readers what is for them alone. */
export interface MessageDelivery {
  deliver(frame: ReadersFrame): void;
  /** Whoever is meant gets nothing more before the database has said that they may. */
  doubt(doubt: Doubt): void;
  stop(): Promise<void>;
}

/**
 * Whoever reads was allowed to when they began. Since then each row that could take it away tells of its change by the same
 * log as the messages, so that a doubt comes before what was written after it, and only who is in doubt is asked for: the
 * event itself decides nothing. What one read of the log brings goes out together.
 */
export const createMessageDelivery = (ctx: Pick<AppContext, "db" | "ports" | "log">, hub: Hub): MessageDelivery => {
  const waiting: ReadersFrame[] = [];
  const doubts: Doubt[] = [];
  const ending = new AbortController();
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (waiting.length + doubts.length > 0 && !ending.signal.aborted) {
      const [count, doubtCount] = [waiting.length, doubts.length];
      const mints = new Set(waiting.map(({ mint }) => mint));
      try {
        await cutReaders(ctx, hub, new Set([...doubtedReaders(hub, doubts), ...expiredReaders(hub, mints)]));
      } catch (err) {
        ctx.log.warn({ err }, "messages wait: their readers' seats could not be read");
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        continue;
      }
      doubts.splice(0, doubtCount);
      const byChat = new Map<Mint, LogMessage[]>();
      for (const told of waiting.splice(0, count)) {
        if (told.seq === null) {
          hub.toReaders(told.mint, told.frame, told.except);
          continue;
        }
        const messages = byChat.get(told.mint) ?? [];
        messages.push({ seq: told.seq, frame: told.frame });
        byChat.set(told.mint, messages);
      }
      for (const [mint, messages] of byChat) await hub.deliver(mint, messages, nextTick);
    }
    running = null;
  };
  // In a moment: the events of one read of the log are published one after another.
  const begin = (): void => {
    running ??= Promise.resolve().then(run);
  };
  return {
    deliver: (frame) => {
      waiting.push(frame);
      begin();
    },
    doubt: (doubt) => {
      doubts.push(doubt);
      begin();
    },
    stop: async () => {
      ending.abort();
      await running;
    },
  };
};

const doubtedReaders = (hub: Hub, doubts: readonly Doubt[]): ChatSubscription[] =>
  doubts.flatMap(({ mint, uid }) => {
    if (uid !== null) return hub.readersBy(uid).filter((reader) => mint === null || reader.mint === mint);
    return mint === null ? [] : [...hub.readersOf(mint)];
  });

/** A session that has run its time ends without a change of any row. */
const expiredReaders = (hub: Hub, mints: ReadonlySet<Mint>): ChatSubscription[] => {
  const now = Date.now();
  return [...mints].flatMap((mint) =>
    [...hub.readersOf(mint)].filter(({ connection: { sessionExpiresAt } }) => (sessionExpiresAt ?? now + 1) <= now),
  );
};

/** Ends those of these readers who may not read any more. */
const cutReaders = async (
  ctx: Pick<AppContext, "db" | "ports">,
  hub: Hub,
  readers: ReadonlySet<ChatSubscription>,
): Promise<void> => {
  if (readers.size === 0) return;
  const all = [...readers];
  const sessionIds = all.flatMap(({ connection }) => connection.caller.sessionId ?? []);
  const seats = all.flatMap(({ mint, connection: { caller } }) => (caller.uid ? [{ mint, uid: caller.uid }] : []));
  const [ended, lost] = await Promise.all([ctx.ports.callers.endedSessions(sessionIds), withoutAccess(ctx.db, seats)]);
  for (const { connection } of all)
    if (connection.caller.sessionId !== null && ended.has(connection.caller.sessionId))
      connection.close(closeCodes.sessionEnded, "session_ended");
  for (const { mint, uid } of lost) hub.cut(mint, uid);
};
