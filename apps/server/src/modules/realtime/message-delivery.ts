import { setImmediate as nextTurn } from "node:timers/promises";
import type { AppContext } from "../../context.ts";
import type { BusEvents } from "../../engines/bus/port.ts";
import { withoutAccess } from "../membership/index.ts";
import type { ChatSubscription } from "./chat-subscription.ts";
import { closeCodes } from "./connection.ts";
import type { Hub } from "./hub.ts";

type Message = BusEvents["chat.message"];

/** After the database did not answer, it is asked again. */
const retryMs = 1_000;

/** Passes messages of the log on to their readers. */
export interface MessageDelivery {
  deliver(message: Message): void;
  stop(): Promise<void>;
}

/**
 * Before messages go out the database is asked whether their readers may still have them: an event that tells of a lost
 * seat or an ended session is only a hint. What was asked after the messages' commit holds for each of them; messages that
 * come meanwhile are asked for together.
 */
export const createMessageDelivery = (ctx: Pick<AppContext, "db" | "ports" | "log">, hub: Hub): MessageDelivery => {
  const waiting: Message[] = [];
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
      const byChat = new Map<Message["mint"], Message[]>();
      for (const message of waiting.splice(0, count))
        byChat.set(message.mint, [...(byChat.get(message.mint) ?? []), message]);
      for (const [mint, messages] of byChat) await hub.deliver(mint, messages, nextTurn);
    }
    running = null;
  };
  return {
    deliver: (message) => {
      waiting.push(message);
      running ??= run();
    },
    stop: async () => {
      ending.abort();
      await running;
    },
  };
};

/** Ends whoever reads one of these chats and may not any more. */
const cutReaders = async (
  ctx: Pick<AppContext, "db" | "ports">,
  hub: Hub,
  mints: ReadonlySet<Message["mint"]>,
): Promise<void> => {
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
