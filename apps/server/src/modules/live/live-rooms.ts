import { ApiError, type ClientFrame, type Mint } from "@tribe/contract";
import { type LiveAction, liveActionSchema } from "@tribe/contract/live";
import type { AppContext } from "../../context/context.ts";
import type { LiveMedia } from "../../engines/live/port.ts";
import type { Metric } from "../../metrics/read-metrics.ts";
import { hasAccess, withoutAccess } from "../membership/index.ts";
import { createLiveActions } from "./rooms/actions.ts";
import { joinLive } from "./rooms/join.ts";
import { createMediaEvents } from "./rooms/media-events.ts";
import { liveMetrics } from "./rooms/metrics.ts";
import { createOpenRooms, type LiveConnection } from "./rooms/open-rooms.ts";
import { livesNow } from "./store/lives.ts";

/** The lives of this process. */
export interface LiveRooms {
  /** Answers a `live` frame; a refusal is sent to its page only. */
  answer(connection: LiveConnection, frame: Extract<ClientFrame, { type: "live" }>): Promise<void>;
  /** A WebSocket has closed. Its pages have a moment to rejoin over another one, while their media continues. */
  closed(connection: LiveConnection): void;
  /** Figures for operators. */
  metrics(): readonly Metric[];
  stop(): Promise<void>;
}

/** How often everybody's access is checked, in case an event of a lost seat or an ended session was missed. */
const checkMs = 5_000;
/** How often the media engine's figures are logged. */
const figuresMs = 60_000;

/**
 * The lives of this process: who is in (`rooms/open-rooms.ts`), who may join (`join.ts`), what they may do (`actions.ts`), what
 * the media engine reports (`media-events.ts`). This file takes the frames, and removes whoever may no longer be in a live.
 */
export const createLiveRooms = (ctx: AppContext, media: LiveMedia): LiveRooms => {
  const { db, log } = ctx;
  const rooms = createOpenRooms(ctx, media);
  const { quietly } = rooms;
  const takeAction = createLiveActions(ctx, media, rooms);
  const mediaEvents = createMediaEvents(ctx, rooms);
  let isStopping = false;

  const act = async (connection: LiveConnection, mint: Mint, peerId: string, action: LiveAction): Promise<void> => {
    if (action.kind === "join") return joinLive({ ctx, media, rooms }, connection, mint, peerId, action);
    const known = rooms.byPeer(peerId);
    // It belongs to another person, or to a former WebSocket.
    if (known?.member.uid !== connection.caller.uid || known?.live.mint !== mint) {
      if (action.kind === "leave") return;
      throw new ApiError("not_found");
    }
    return takeAction(known.live, known.member, action);
  };

  const endSessions = (ended: ReadonlySet<string>): void => {
    for (const { live, member } of rooms.everybody())
      if (ended.has(member.sessionId)) rooms.remove(live, member, "session_ended");
  };
  const check = async (): Promise<void> => {
    const all = rooms.everybody();
    if (all.length === 0) return;
    endSessions(await ctx.ports.callers.endedSessions(all.map(({ member }) => member.sessionId)));
    const lost = await withoutAccess(
      db,
      all.map(({ live, member }) => ({ mint: live.mint, uid: member.uid })),
    );
    for (const { mint, uid } of lost) {
      const live = rooms.of(mint);
      const member = live?.members.get(uid);
      if (live && member) rooms.remove(live, member, "seat_lost");
    }
  };
  const stops = [
    media.listen(mediaEvents.take),
    ctx.bus.subscribe("live.changed", ({ payload: { mint, live } }) => {
      const known = rooms.of(mint);
      if (live === null && known) rooms.close(known, "ended");
      // Who started it has a minute to join.
      if (live !== null && !known) quietly(rooms.liveIn(mint), "a live could not be opened");
    }),
    ctx.bus.subscribe("seat.changed", ({ payload: { mint, uid, state } }) => {
      const live = rooms.of(mint);
      const member = live?.members.get(uid);
      if (live && member && !hasAccess(state)) rooms.remove(live, member, "seat_lost");
    }),
    ctx.bus.subscribe("session.ended", ({ payload }) => endSessions(new Set([payload.sessionId]))),
  ];
  const logFigures = (): void => {
    const figures = media.figures();
    if (figures) log.info({ ...figures, lives: rooms.all().length }, "live media");
  };
  const timers = [
    setInterval(logFigures, figuresMs),
    setInterval(() => quietly(check(), "the people of the lives could not be checked"), checkMs),
  ];
  for (const timer of timers) timer.unref();
  // Lives from before a restart: their people rejoin, or they end.
  quietly(
    livesNow(db).then(async (rows) => {
      for (const { mint } of rows) if (!isStopping) await rooms.liveIn(mint);
    }),
    "the lives of before could not be read",
  );

  return {
    answer: async (connection, { mint, peerId, action }) => {
      try {
        const parsed = liveActionSchema.safeParse(action);
        if (!parsed.success) throw new ApiError("bad_request");
        await act(connection, mint, peerId, parsed.data);
      } catch (error) {
        if (!(error instanceof ApiError)) log.error({ err: error }, "an action in a live could not be answered");
        const { code, message } = error instanceof ApiError ? error : new ApiError("internal");
        const kind =
          typeof action === "object" && action !== null && "kind" in action ? String(action.kind).slice(0, 20) : "";
        rooms.tell({ mint }, { peerId, connection }, { kind: "refused", action: kind, code, message });
      }
    },
    closed: rooms.awaitReturn,
    metrics: () => liveMetrics(rooms, () => media.figures(), ctx.config.live.maxStreams),
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      for (const stop of stops) stop();
      rooms.stop();
      await media.stop();
      await mediaEvents.recorded();
    },
  };
};
