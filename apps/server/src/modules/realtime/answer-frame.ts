import {
  ApiError,
  type ClientFrame,
  closeCodes,
  type Mint,
  resumeLimit,
  type Seq,
  typingSeconds,
  type Uid,
} from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { currentTrace } from "../../context/tracing.ts";
import { markRead, publishTyping, type SendQueue } from "../chat/index.ts";
import { personByUid } from "../identity/index.ts";
import type { LiveRooms } from "../live/index.ts";
import { accessProblem, hasAccess, membershipOf, requireAccess } from "../membership/index.ts";
import { ChatSubscription } from "./chat-subscription.ts";
import { type Connection, frameText } from "./connection.ts";
import type { Hub } from "./hub.ts";
import type { Reads } from "./reads.ts";
import type { VisiblePages } from "./visible-pages.ts";

/** What is needed to answer a frame. */
export interface FrameContext extends Pick<AppContext, "db" | "ports" | "log"> {
  readonly sends: SendQueue;
  readonly reads: Reads;
  readonly visiblePages: VisiblePages;
  readonly lives: LiveRooms;
}
type FrameOf<Type extends ClientFrame["type"]> = Extract<ClientFrame, { type: Type }>;

/**
 * Answers one frame of a client.
 * @throws ApiError which the client gets in a `refused` frame
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
      return void hub.leave(connection, frame.mint);
    case "subscribe":
      return subscribeOrClose(ctx, hub, connection, frame);
    case "read":
      return read(ctx, connection, frame);
    case "typing":
      return typing(ctx, hub, connection, frame);
    case "send":
      return send(ctx, connection, frame);
    case "visible":
      return ctx.visiblePages.shown(connection, uidOf(connection), frame.routes);
    case "live":
      return ctx.lives.answer(connection, frame);
  }
};

const uidOf = (connection: Connection): Uid => {
  const { uid } = connection.caller;
  if (!uid) throw new ApiError("unauthorized");
  return uid;
};

/**
 * A page that subscribes waits for frames, not for an answer. If the database fails, the socket is closed, so that the page
 * subscribes again on another one.
 */
const subscribeOrClose = async (ctx: FrameContext, hub: Hub, connection: Connection, frame: FrameOf<"subscribe">) => {
  try {
    await subscribe(ctx, hub, connection, frame);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    ctx.log.warn({ err: error, mint: frame.mint }, "a chat could not be opened; its reader resumes");
    connection.close(closeCodes.unavailable, "unavailable");
  }
};

const subscribe = async (ctx: FrameContext, hub: Hub, connection: Connection, frame: FrameOf<"subscribe">) => {
  const uid = uidOf(connection);
  const { mint } = frame;
  // Several tabs share a connection: it gets again what another tab still needs, and the others drop duplicates.
  const reachedSeq = hub.leave(connection, mint);
  const knowsLess = reachedSeq === null || (frame.afterSeq !== null && frame.afterSeq < reachedSeq);
  const afterSeq = knowsLess ? frame.afterSeq : reachedSeq;
  // The hub keeps an entry for each channel: an address that is no Tribe's must not leave one.
  if ((await ctx.reads.headSeq(mint)) === null) throw new ApiError("not_found");
  // The event of a lost seat may arrive after the seat is back. It ends a subscription whose access was checked before it, and
  // does not matter for one that comes later: a client that asks is always answered.
  while (connection.isOpen) {
    const reader = new ChatSubscription(ctx, connection, mint, hub.headOf(mint));
    // Joined before access is checked, so that a boot in between ends this subscription.
    hub.join(reader);
    try {
      const headSeq = await readGate(ctx, connection, uid, mint);
      if (reader.isEnded) continue;
      begin(connection, reader, headSeq, afterSeq);
      const online = await ctx.reads.online(mint);
      if (!reader.isEnded) connection.send(online);
      return;
    } catch (error) {
      hub.end(reader);
      throw error;
    }
  }
};

/** @returns the channel's newest number, if the person may read it. @throws ApiError to who may not */
const readGate = async (ctx: FrameContext, { caller }: Connection, uid: Uid, mint: Mint): Promise<Seq> => {
  if (!caller.sessionId || !(await ctx.ports.callers.session(caller.sessionId))) throw new ApiError("unauthorized");
  const headSeq = await ctx.reads.headSeq(mint);
  if (headSeq === null) throw new ApiError("not_found");
  const problem = accessProblem(await ctx.reads.membership({ mint, uid }));
  if (problem) throw problem;
  return headSeq as Seq; // counted by the channel
};

const begin = (connection: Connection, reader: ChatSubscription, headSeq: Seq, afterSeq: number | null): void => {
  const { mint } = reader;
  connection.send(frameText({ type: "subscribed", mint, headSeq }));
  const isFarBehind = afterSeq !== null && headSeq - afterSeq > resumeLimit;
  // Loading the newest page costs less than sending all changes since then.
  if (isFarBehind) connection.send(frameText({ type: "reload", mint, headSeq }));
  reader.start(isFarBehind ? headSeq : (afterSeq ?? headSeq));
};

const send = async (ctx: FrameContext, connection: Connection, frame: FrameOf<"send">) => {
  const { type: _, ...said } = frame;
  const { mint, clientId } = said;
  const { sessionId } = connection.caller;
  const trace = currentTrace();
  const stored = await ctx.sends.send({ ...said, uid: uidOf(connection), sessionId, ...(trace ? { trace } : {}) });
  connection.send(frameText({ type: "acknowledged", mint, clientId, id: stored.id, seq: stored.seq as Seq }));
};

const read = async (ctx: FrameContext, connection: Connection, { mint, number }: FrameOf<"read">) => {
  const uid = uidOf(connection);
  await requireAccess(ctx.db, mint, await personByUid(ctx.db, uid));
  await markRead(ctx.db, uid, mint, number);
};

/** A hint that comes too often, or after the seat was lost, is dropped silently. */
const typing = async (ctx: FrameContext, hub: Hub, connection: Connection, { mint }: FrameOf<"typing">) => {
  const uid = uidOf(connection);
  if (!hub.reads(connection, mint)) throw new ApiError("not_a_member");
  if (!connection.mayTell(`typing ${mint}`, Date.now(), (typingSeconds * 1_000) / 2)) return;
  const person = await personByUid(ctx.db, uid);
  if (person && hasAccess(await membershipOf(ctx.db, mint, person))) await publishTyping(ctx.db, mint, person);
};
