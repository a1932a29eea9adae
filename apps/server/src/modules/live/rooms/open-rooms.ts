import { ApiError, type Mint, type ServerFrame, serverFrameSchema, type Uid } from "@tribe/contract";
import { type LiveEnding, type LiveEvent, liveLimits } from "@tribe/contract/live";
import * as z from "zod/mini";
import type { AppContext } from "../../../context/context.ts";
import type { RealtimeCaller } from "../../../context/ports.ts";
import type { LiveMedia } from "../../../engines/live/port.ts";
import { countViewers, endLive, type LiveRow, liveOf } from "../store/lives.ts";
import { lastRecordOf } from "../store/records.ts";
import { freePlace, type LiveMember, type LiveState, roomOf } from "./room-state.ts";

/** The parts of a page's WebSocket that a live needs. */
export interface LiveConnection {
  readonly caller: RealtimeCaller;
  readonly isOpen: boolean;
  send(text: string): void;
}

export type Member = LiveMember<LiveConnection>;

/** A live that is open in this process, with the people in it. */
export interface Live extends LiveState<LiveConnection> {
  /** Ends it when nobody is on the stage. */
  emptyTimer: NodeJS.Timeout | undefined;
  tellTimer: NodeJS.Timeout | undefined;
  countTimer: NodeJS.Timeout | undefined;
}

/** The lives that are open in this process: who joins and leaves, and who is told. What people may do is decided elsewhere. */
export interface OpenRooms {
  readonly all: () => readonly Live[];
  readonly of: (mint: Mint) => Live | undefined;
  /** The live of a Tribe, opened if necessary. @throws ApiError `live_ended` */
  readonly liveIn: (mint: Mint) => Promise<Live>;
  /** The Tribe of a live that is or was open here. */
  readonly mintOf: (liveId: string) => Mint | undefined;
  /** Everybody in a live, and one of them by their page. */
  readonly everybody: () => readonly { readonly live: Live; readonly member: Member }[];
  readonly byPeer: (peerId: string) => { readonly live: Live; readonly member: Member } | undefined;
  readonly add: (live: Live, member: Member) => void;
  readonly remove: (live: Live, member: Member, reason: LiveEnding) => void;
  /** Somebody's place on the stage before the media failed, or another one if that was taken meanwhile. */
  readonly keptPlace: (live: Live, uid: Uid, others: readonly Member[]) => number | null;
  /** A WebSocket has closed: its pages have a moment to rejoin over another one. */
  readonly awaitReturn: (connection: LiveConnection) => void;
  readonly hasReturned: (peerId: string) => void;
  /** Stage or audience has changed: everybody in it is told soon, and everybody else how many they are. */
  readonly changed: (live: Live) => void;
  readonly tell: (live: Pick<Live, "mint">, member: Pick<Member, "peerId" | "connection">, event: LiveEvent) => void;
  readonly tellAll: (live: Live, event: LiveEvent, except?: Uid) => void;
  /** Ends a live for good. */
  readonly end: (live: Live) => Promise<void>;
  /** Removes everybody from a live that has ended. */
  readonly close: (live: Live, reason: LiveEnding) => void;
  /** The media engine has failed: everybody is removed, and rejoins newly opened rooms. */
  readonly reopenAll: () => void;
  /** The error for somebody for whom a live is full; also logged for operators. */
  readonly full: (live: Live) => ApiError;
  readonly counts: () => { readonly refusedFull: number; readonly brokenOff: number };
  /** Runs something without waiting for it; a failure is logged. */
  readonly quietly: (work: Promise<unknown>, message: string) => void;
  readonly stop: () => void;
}

/** Who lost the WebSocket rejoins within this time, or has left. */
const returnMs = 10_000;
/** Who was on the stage when the media failed gets the place back within this time. */
const keptPlaceMs = 60_000;
/** After this long with nobody on its stage a live ends. */
const emptyStageMs = 60_000;
/** Changes within this time are sent together. */
const batchWindowMs = 40;
/** How often everybody is told how many are in a live. */
const countMs = 2_000;

export const createOpenRooms = (ctx: AppContext, media: LiveMedia): OpenRooms => {
  const { db, log } = ctx;
  const rooms = new Map<Mint, Live>();
  const byPeer = new Map<string, { readonly live: Live; readonly member: Member }>();
  const returning = new Map<string, NodeJS.Timeout>();
  const opening = new Map<Mint, Promise<Live | null>>();
  /** Kept, because records also arrive after their live has closed. */
  const mints = new Map<string, Mint>();
  /** Reserved places of people whose media failed, by Tribe and person, with their expiry. */
  const keptPlaces = new Map<string, { readonly place: number; readonly until: number }>();
  let isStopping = false;
  let [refusedFull, brokenOff] = [0, 0];

  const quietly: OpenRooms["quietly"] = (work, message) => {
    work.catch((err: unknown) => isStopping || log.warn({ err }, message));
  };
  const clearTimers = (live: Live): void => {
    for (const timer of [live.emptyTimer, live.tellTimer, live.countTimer]) clearTimeout(timer);
  };
  const tell: OpenRooms["tell"] = ({ mint }, { peerId, connection }, event) => {
    const frame: ServerFrame = { type: "live", mint, peerId, event };
    connection.send(JSON.stringify(z.encode(serverFrameSchema, frame)));
  };
  const tellAll: OpenRooms["tellAll"] = (live, event, except) => {
    for (const member of live.members.values()) if (member.uid !== except) tell(live, member, event);
  };

  const changed = (live: Live): void => {
    live.tellTimer ??= setTimeout(() => {
      live.tellTimer = undefined;
      tellAll(live, { kind: "room", room: roomOf(live) });
    }, batchWindowMs);
    live.countTimer ??= setTimeout(() => {
      live.countTimer = undefined;
      if (rooms.get(live.mint) === live)
        quietly(
          db.transaction((tx) => countViewers(tx, live.id, live.members.size)),
          "how many are in a live could not be written down",
        );
    }, countMs);
    const isEmpty = [...live.members.values()].every(({ place }) => place === null);
    if (!isEmpty) {
      clearTimeout(live.emptyTimer);
      live.emptyTimer = undefined;
    } else
      live.emptyTimer ??= setTimeout(
        () => quietly(end(live), "a live without anybody on its stage did not end"),
        emptyStageMs,
      ).unref();
  };

  const end = (live: Live): Promise<void> => db.transaction((tx) => endLive(tx, live.id));

  const open = async (mint: Mint): Promise<Live | null> => {
    const row = await liveOf(db, mint);
    if (!row) return null;
    const known = rooms.get(mint);
    if (known?.id === row.id) return known;
    if (known) close(known, "ended");
    media.open(row.id, await lastRecordOf(db, row.id));
    return keep(row);
  };
  const keep = ({ id, mint, title, startedAt }: LiveRow): Live => {
    const timers = { emptyTimer: undefined, tellTimer: undefined, countTimer: undefined };
    const live: Live = { id, mint, title, startedAt: startedAt.getTime(), members: new Map(), ...timers };
    rooms.set(mint, live);
    mints.set(id, mint);
    changed(live);
    return live;
  };
  const liveIn = async (mint: Mint): Promise<Live> => {
    const known = rooms.get(mint);
    if (known) return known;
    // If several ask at once, it is opened once.
    const waiting = opening.get(mint) ?? open(mint).finally(() => opening.delete(mint));
    opening.set(mint, waiting);
    const live = await waiting;
    if (!live) throw new ApiError("live_ended");
    return live;
  };

  const close = (live: Live, reason: LiveEnding): void => {
    clearTimers(live);
    if (rooms.get(live.mint) === live) rooms.delete(live.mint);
    for (const member of [...live.members.values()]) remove(live, member, reason);
    clearTimers(live);
    media.close(live.id);
    for (const key of [...keptPlaces.keys()]) if (key.startsWith(`${live.mint} `)) keptPlaces.delete(key);
  };

  const hasReturned = (peerId: string): void => {
    clearTimeout(returning.get(peerId));
    returning.delete(peerId);
  };

  const remove = (live: Live, member: Member, reason: LiveEnding): void => {
    if (live.members.get(member.uid) !== member) return;
    live.members.delete(member.uid);
    byPeer.delete(member.peerId);
    hasReturned(member.peerId);
    media.leave(member.peerId);
    if (reason === "interrupted" && member.place !== null)
      keptPlaces.set(`${live.mint} ${member.uid}`, { place: member.place, until: ctx.now() + keptPlaceMs });
    if (reason === "ended") tell(live, member, { kind: "command", from: member.uid, command: { kind: "liveEnded" } });
    tell(live, member, { kind: "left", reason });
    changed(live);
  };

  return {
    all: () => [...rooms.values()],
    of: (mint) => rooms.get(mint),
    liveIn,
    mintOf: (liveId) => mints.get(liveId),
    everybody: () => [...byPeer.values()],
    byPeer: (peerId) => byPeer.get(peerId),
    add: (live, member) => {
      live.members.set(member.uid, member);
      byPeer.set(member.peerId, { live, member });
    },
    remove,
    keptPlace: ({ mint }, uid, others) => {
      const key = `${mint} ${uid}`;
      const kept = keptPlaces.get(key);
      keptPlaces.delete(key);
      for (const [each, { until }] of keptPlaces) if (until < ctx.now()) keptPlaces.delete(each);
      if (!kept || kept.until < ctx.now()) return null;
      return others.every(({ place }) => place !== kept.place) ? kept.place : freePlace(others);
    },
    awaitReturn: (connection) => {
      for (const { live, member } of [...byPeer.values()]) {
        if (member.connection !== connection) continue;
        const timer = setTimeout(() => remove(live, member, "left"), returnMs);
        timer.unref();
        returning.set(member.peerId, timer);
      }
    },
    hasReturned,
    changed,
    tell,
    tellAll,
    end,
    close,
    reopenAll: () => {
      brokenOff += 1;
      for (const live of [...rooms.values()]) {
        for (const member of [...live.members.values()]) remove(live, member, "interrupted");
        rooms.delete(live.mint);
        clearTimers(live);
        quietly(liveIn(live.mint), "a live could not be opened again");
      }
    },
    full: (live) => {
      refusedFull += 1;
      const limits = { stage: liveLimits.stage, streams: ctx.config.live.maxStreams };
      log.warn({ liveId: live.id, people: live.members.size, limits }, "somebody was refused: a live is full");
      return new ApiError("live_full");
    },
    counts: () => ({ refusedFull, brokenOff }),
    quietly,
    stop: () => {
      isStopping = true;
      for (const timer of returning.values()) clearTimeout(timer);
      for (const live of rooms.values()) clearTimers(live);
    },
  };
};
