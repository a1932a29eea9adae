import { setImmediate as nextTurn } from "node:timers/promises";
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

/** After the database did not answer, it is asked again. */
const retryMs = 200;

/** Passes on to a chat's readers what is for them alone. */
export interface MessageDelivery {
  deliver(frame: ReadersFrame): void;
  stop(): Promise<void>;
}

/**
 * Before anything goes out the database is asked whether its readers may still have it: an event that tells of a lost seat
 * or an ended session is only a hint. What was asked after a message's commit holds for it; what comes meanwhile is asked
 * for together.
 */
export const createMessageDelivery = (ctx: Pick<AppContext, "db" | "ports" | "log">, hub: Hub): MessageDelivery => {
  const waiting: ReadersFrame[] = [];
  const ending = new AbortController();
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (waiting.length > 0 && !ending.signal.aborted) {
      const count = waiting.length;
      try {
        await cutReaders(ctx, hub, new Set(waiting.slice(0, count).map(({ mint }) => mint)));
      } catch (err) {
        ctx.log.warn({ err }, "messages wait: their readers' seats could not be read");
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        continue;
      }
      const byChat = new Map<Mint, LogMessage[]>();
      for (const told of waiting.splice(0, count)) {
        if (told.seq === null) hub.toReaders(told.mint, told.frame, told.except);
        else byChat.set(told.mint, [...(byChat.get(told.mint) ?? []), { seq: told.seq, frame: told.frame }]);
      }
      for (const [mint, messages] of byChat) await hub.deliver(mint, messages, nextTurn);
    }
    running = null;
  };
  return {
    deliver: (frame) => {
      waiting.push(frame);
      running ??= run();
    },
    stop: async () => {
      ending.abort();
      await running;
    },
  };
};

/** Ends whoever reads one of these chats and may not any more. */
const cutReaders = async (ctx: Pick<AppContext, "db" | "ports">, hub: Hub, mints: ReadonlySet<Mint>): Promise<void> => {
  const readers: ChatSubscription[] = [...mints].flatMap((mint) => [...hub.readersOf(mint)]);
  const sessionIds = readers.flatMap(({ connection }) => connection.caller.sessionId ?? []);
  const seats = readers.flatMap(({ mint, connection: { caller } }) => (caller.uid ? [{ mint, uid: caller.uid }] : []));
  if (readers.length === 0) return;
  const [ended, lost] = await Promise.all([ctx.ports.callers.endedSessions(sessionIds), withoutAccess(ctx.db, seats)]);
  for (const { connection } of readers)
    if (connection.caller.sessionId !== null && ended.has(connection.caller.sessionId))
      connection.close(closeCodes.sessionEnded, "session_ended");
  for (const { mint, uid } of lost) hub.cut(mint, uid);
};
