import { ApiError, type ClientFrame, type Seq, type Uid } from "@tribe/contract";
import type { AppContext } from "../../context.ts";
import { headSeqOf, type SendQueue } from "../chat/index.ts";
import { requireAccess } from "../membership/index.ts";
import { ChatSubscription } from "./chat-subscription.ts";
import { type Connection, frameText } from "./connection.ts";
import type { Hub } from "./hub.ts";

/** What answering a frame takes. */
export interface FrameContext extends Pick<AppContext, "db" | "ports" | "log"> {
  readonly sends: SendQueue;
}
type FrameOf<Type extends ClientFrame["type"]> = Extract<ClientFrame, { type: Type }>;

/**
 * Answers one frame of a client.
 * @throws ApiError what the client is told in a `refused` frame.
 */
export const answerFrame = async (
  ctx: FrameContext,
  hub: Hub,
  connection: Connection,
  frame: ClientFrame,
): Promise<void> => {
  switch (frame.type) {
    case "ping":
      return connection.send(frameText({ type: "pong" }));
    case "watch":
      return hub.watch(connection, frame.mint);
    case "unwatch":
      return hub.unwatch(connection, frame.mint);
    case "unsubscribe":
      return hub.leave(connection, frame.mint);
    case "subscribe":
      return subscribe(ctx, hub, connection, frame);
    case "read":
    case "typing":
      throw new ApiError("unavailable");
    case "send":
      return send(ctx, connection, frame);
  }
};

const uidOf = (connection: Connection): Uid => {
  const { uid } = connection.caller;
  if (!uid) throw new ApiError("unauthorized");
  return uid;
};

const subscribe = async (ctx: FrameContext, hub: Hub, connection: Connection, frame: FrameOf<"subscribe">) => {
  const uid = uidOf(connection);
  const { mint } = frame;
  hub.leave(connection, mint);
  // The hub keeps what it knows of a channel: an address that is no Tribe's must leave nothing there.
  if ((await headSeqOf(ctx.db, mint)) === null) throw new ApiError("not_found");
  const reader = new ChatSubscription(ctx, connection, mint, hub.headOf(mint));
  // Before the gate is read: a boot that happens meanwhile ends this reader.
  hub.join(reader);
  try {
    const { sessionId } = connection.caller;
    if (!sessionId || !(await ctx.ports.callers.session(sessionId))) throw new ApiError("unauthorized");
    const headSeq = await headSeqOf(ctx.db, mint);
    if (headSeq === null) throw new ApiError("not_found");
    await requireAccess(ctx.db, mint, await ctx.ports.people.byUid(ctx.db, uid));
    if (reader.isEnded) return;
    connection.send(frameText({ type: "subscribed", mint, headSeq: headSeq as Seq })); // counted by the channel
    reader.start(frame.afterSeq ?? headSeq);
  } catch (error) {
    hub.end(reader);
    throw error;
  }
};

const send = async (ctx: FrameContext, connection: Connection, frame: FrameOf<"send">) => {
  const { mint, clientId, text } = frame;
  const { sessionId } = connection.caller;
  const stored = await ctx.sends.send({ mint, uid: uidOf(connection), sessionId, clientId, text });
  connection.send(frameText({ type: "acknowledged", mint, clientId, id: stored.id, seq: stored.seq as Seq }));
};
