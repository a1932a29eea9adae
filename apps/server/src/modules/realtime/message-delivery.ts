import { setImmediate as nextTick } from "node:timers/promises";
import { closeCodes, type Mint, type Uid } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { createOutageLog } from "../../context/outage-log.ts";
import { withoutAccess } from "../membership/index.ts";
import type { ChatSubscription } from "./chat-subscription.ts";

import type { Hub, LogMessage } from "./hub.ts";

/** A frame for a chat's readers: a part of the log, or a hint to all but one person. */
export type ReadersFrame = { readonly mint: Mint; readonly frame: string } & (
  | { readonly seq: number }
  | { readonly seq: null; readonly except: Uid | null }
);

/** Whose access must be checked again: one person's in a chat or in all chats, or everybody's in one chat. */
export interface Doubt {
  readonly mint: Mint | null;
  readonly uid: Uid | null;
}

/** Pause before the database is asked again after it did not answer. */
const retryMs = 200;

/** Delivers frames that only a chat's readers may get. */
export interface MessageDelivery {
  deliver(frame: ReadersFrame): void;
  /** Holds back what comes later until the database has confirmed these people's access. */
  doubt(doubt: Doubt): void;
  stop(): Promise<void>;
}

/**
 * A reader's access was checked when the subscription started. Every later change that could take access away writes an
 * `access.doubted` into the same log as the messages (migrations/0032_access_lost.sql), so it comes before any message that was
 * written after it. Only the people it names are checked in the database; the event itself decides nothing. All events of one
 * read of the log are delivered together.
 */
export const createMessageDelivery = (ctx: Pick<AppContext, "db" | "ports" | "log">, hub: Hub): MessageDelivery => {
  const waiting: ReadersFrame[] = [];
  const doubts: Doubt[] = [];
  const ending = new AbortController();
  const outage = createOutageLog("messages wait: their readers' seats could not be read");
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (waiting.length + doubts.length > 0 && !ending.signal.aborted) {
      const [count, doubtCount] = [waiting.length, doubts.length];
      const mints = new Set(waiting.map(({ mint }) => mint));
      try {
        await cutReaders(ctx, hub, new Set([...doubtedReaders(hub, doubts), ...expiredReaders(hub, mints)]));
        outage.recovered();
      } catch (error) {
        outage.report(ctx.log, error);
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
  // Not at once: the events of one read of the log are published one after another.
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

/** A session expires without a change of any row. */
const expiredReaders = (hub: Hub, mints: ReadonlySet<Mint>): ChatSubscription[] => {
  const now = Date.now();
  return [...mints].flatMap((mint) =>
    [...hub.readersOf(mint)].filter(({ connection: { sessionExpiresAt } }) => (sessionExpiresAt ?? now + 1) <= now),
  );
};

/** Ends the subscriptions of those who may not read any more. */
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
