import { ApiError, type ClientFrame, type Mint, type ServerFrame, serverFrameSchema, type Uid } from "@tribe/contract";
import {
  type LiveAction,
  type LiveCommand,
  type LiveEnding,
  type LiveEvent,
  type LivePart,
  liveActionSchema,
  liveLimits,
} from "@tribe/contract/live";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import type { LiveMedia, LiveMediaEvent } from "../../engines/live/port.ts";
import type { Metric } from "../../http/metrics.ts";
import type { RealtimeCaller } from "../../ports.ts";
import { hasAccess, membershipOf, requireAccess, withoutAccess } from "../membership/index.ts";
import { countViewers, endLive, type LiveRow, liveOf, livesNow } from "./lives.ts";
import { lastRecordOf, recordLiveEvent } from "./records.ts";
import { allOff, freePlace, type LiveMember, type LiveState, mayCommand, roomOf, streamsOf } from "./room-state.ts";
import { takeLiveToken } from "./tokens.ts";

/** What of a page's WebSocket a live needs. */
export interface LiveConnection {
  readonly caller: RealtimeCaller;
  readonly isOpen: boolean;
  send(text: string): void;
}

/** The lives of this process. */
export interface LiveRooms {
  /** Answers a `live` frame; what is refused is told to its page alone. */
  answer(connection: LiveConnection, frame: Extract<ClientFrame, { type: "live" }>): Promise<void>;
  /** A WebSocket is gone. Its pages have a moment to come back by another one: their media goes on. */
  closed(connection: LiveConnection): void;
  /** What is going on, for operators. */
  metrics(): readonly Metric[];
  stop(): Promise<void>;
}

/** Who lost the WebSocket comes back within this time, or has left. */
const returnMs = 10_000;
/** Who was on the stage when the media broke off comes back on it within this time. */
const keptPlaceMs = 60_000;
/** A live with nobody on its stage ends. */
const emptyStageMs = 60_000;
/** What changed in one moment is told together. */
const gatherMs = 40;
/** How often everybody hears how many are in a live. */
const countMs = 2_000;
/** Events of lost seats and ended sessions are hints: so often it is asked. */
const checkMs = 5_000;

/** How often the log says what the media engine does. */
const figuresMs = 60_000;

type Member = LiveMember<LiveConnection>;
interface Live extends LiveState<LiveConnection> {
  /** Ends it while nobody is on the stage. */
  emptyTimer: NodeJS.Timeout | undefined;
  tellTimer: NodeJS.Timeout | undefined;
  countTimer: NodeJS.Timeout | undefined;
}

/** Keeps the lives of this process: who is in, who is on the stage, what goes between them. The media engine carries the rest. */
export const createLiveRooms = (ctx: AppContext, media: LiveMedia): LiveRooms => {
  const { db, log } = ctx;
  const rooms = new Map<Mint, Live>();
  const byPeer = new Map<string, { readonly live: Live; readonly member: Member }>();
  const returning = new Map<string, NodeJS.Timeout>();
  const opening = new Map<Mint, Promise<Live | null>>();
  /** Records go into the database one after another, in the engine's order. */
  let recording: Promise<void> = Promise.resolve();
  /** Records come after their live was closed, too. */
  const mints = new Map<string, Mint>();
  /** Places of those whose media broke off, by Tribe and person, until when. */
  const keptPlaces = new Map<string, { readonly place: number; readonly until: number }>();
  let isStopping = false;
  let [refusedFull, brokenOff] = [0, 0];

  const quietly = (work: Promise<unknown>, message: string): void => {
    work.catch((err: unknown) => isStopping || log.warn({ err }, message));
  };
  const tell = (
    { mint }: Pick<Live, "mint">,
    { peerId, connection }: Pick<Member, "peerId" | "connection">,
    event: LiveEvent,
  ): void => {
    const frame: ServerFrame = { type: "live", mint, peerId, event };
    connection.send(JSON.stringify(z.encode(serverFrameSchema, frame)));
  };
  const tellAll = (live: Live, event: LiveEvent, except: Uid | null = null): void => {
    for (const member of live.members.values()) if (member.uid !== except) tell(live, member, event);
  };

  /** The stage or the audience is another one: everybody in it hears of it soon, and everybody else how many they are. */
  const changed = (live: Live): void => {
    live.tellTimer ??= setTimeout(() => {
      live.tellTimer = undefined;
      tellAll(live, { kind: "room", room: roomOf(live) });
    }, gatherMs);
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
  /** The live of a Tribe; asked for by many at once it is opened once. */
  const liveIn = async (mint: Mint): Promise<Live> => {
    const known = rooms.get(mint);
    if (known) return known;
    const waiting = opening.get(mint) ?? open(mint).finally(() => opening.delete(mint));
    opening.set(mint, waiting);
    const live = await waiting;
    if (!live) throw new ApiError("live_ended");
    return live;
  };

  const close = (live: Live, reason: LiveEnding): void => {
    for (const timer of [live.emptyTimer, live.tellTimer, live.countTimer]) clearTimeout(timer);
    if (rooms.get(live.mint) === live) rooms.delete(live.mint);
    for (const member of [...live.members.values()]) remove(live, member, reason);
    for (const timer of [live.emptyTimer, live.tellTimer, live.countTimer]) clearTimeout(timer);
    media.close(live.id);
    for (const key of [...keptPlaces.keys()]) if (key.startsWith(`${live.mint} `)) keptPlaces.delete(key);
  };

  const remove = (live: Live, member: Member, reason: LiveEnding): void => {
    if (live.members.get(member.uid) !== member) return;
    live.members.delete(member.uid);
    byPeer.delete(member.peerId);
    clearTimeout(returning.get(member.peerId));
    returning.delete(member.peerId);
    media.leave(member.peerId);
    if (reason === "interrupted" && member.place !== null)
      keptPlaces.set(`${live.mint} ${member.uid}`, { place: member.place, until: ctx.now() + keptPlaceMs });
    if (reason === "ended") tell(live, member, { kind: "command", from: member.uid, command: { kind: "liveEnded" } });
    tell(live, member, { kind: "left", reason });
    changed(live);
  };

  const join = async (
    connection: LiveConnection,
    mint: Mint,
    peerId: string,
    { token, soundOnly = false }: Extract<LiveAction, { kind: "join" }>,
  ): Promise<void> => {
    const { uid, sessionId } = connection.caller;
    const admission = await takeLiveToken(db, ctx.keys, token, ctx.now());
    if (!admission || !uid || admission.uid !== uid || admission.sessionId !== sessionId)
      throw new ApiError("unauthorized");
    const live = await liveIn(mint);
    if (admission.liveId !== live.id) throw new ApiError("unauthorized");
    const person = await ctx.ports.people.byUid(db, uid);
    await requireAccess(db, mint, person);
    const isChief = (await membershipOf(db, mint, person)) === "chief";
    if (rooms.get(mint) !== live) throw new ApiError("live_ended");
    if (!connection.isOpen) return;

    const known = live.members.get(uid);
    if (known?.peerId === peerId) {
      // The same page by another WebSocket: its media went on.
      known.connection = connection;
      clearTimeout(returning.get(peerId));
      returning.delete(peerId);
      media.setSoundOnly(peerId, soundOnly);
      tell(live, known, { kind: "room", room: roomOf(live) });
      for (const event of known.toldParts.values()) tell(live, known, event);
      return;
    }
    if (byPeer.has(peerId)) throw new ApiError("conflict");
    const others = [...live.members.values()].filter((member) => member !== known);
    const place = known?.place ?? keptPlace(live, uid, others) ?? (isChief ? freePlace(others) : null);
    const stage = others.filter((member) => member.place !== null).length + (place === null ? 0 : 1);
    if (streamsOf(stage, others.length + 1) > ctx.config.live.maxStreams) throw full(live);
    if (known) remove(live, known, "elsewhere");
    const member: Member = {
      uid,
      peerId,
      sessionId,
      isChief,
      connection,
      place,
      devices: allOff,
      handAt: known?.handAt ?? null,
      reactions: [],
      toldParts: new Map(),
    };
    live.members.set(uid, member);
    byPeer.set(peerId, { live, member });
    media.join({ liveId: live.id, peerId, uid, place });
    if (soundOnly) media.setSoundOnly(peerId, true);
    changed(live);
  };

  /** Where somebody was before the media broke off; another place when that one is taken meanwhile. */
  const keptPlace = ({ mint }: Live, uid: Uid, others: readonly Member[]): number | null => {
    const key = `${mint} ${uid}`;
    const kept = keptPlaces.get(key);
    keptPlaces.delete(key);
    for (const [each, { until }] of keptPlaces) if (until < ctx.now()) keptPlaces.delete(each);
    if (!kept || kept.until < ctx.now()) return null;
    return others.every(({ place }) => place !== kept.place) ? kept.place : freePlace(others);
  };

  /** Says why somebody is refused, to operators too. */
  const full = (live: Live): ApiError => {
    refusedFull += 1;
    const limits = { stage: liveLimits.stage, streams: ctx.config.live.maxStreams };
    log.warn({ liveId: live.id, people: live.members.size, limits }, "somebody was refused: a live is full");
    return new ApiError("live_full");
  };

  const setPlace = (live: Live, member: Member, place: number | null): void => {
    if (member.place === place) return;
    member.place = place;
    if (place === null) member.toldParts.delete("send");
    member.handAt = null;
    member.devices = allOff;
    media.setPlace(member.peerId, place);
    media.allow(member.peerId, member.devices);
    changed(live);
  };

  const stage = (live: Live, by: Member, { uid, isOn }: Extract<LiveAction, { kind: "stage" }>): void => {
    const target = live.members.get(uid);
    if (!target) throw new ApiError("not_found");
    // Whoever is on the stage may step down; all else is the Chief's, who stays on it.
    const isOwnStep = target === by && !isOn;
    if ((!by.isChief && !isOwnStep) || (target.isChief && !isOn)) throw new ApiError("forbidden");
    if (!isOn) setPlace(live, target, null);
    if (!isOn || target.place !== null) return;
    const place = freePlace(live.members.values());
    const onStage = [...live.members.values()].filter((member) => member.place !== null).length;
    if (place === null || streamsOf(onStage + 1, live.members.size) > ctx.config.live.maxStreams) throw full(live);
    setPlace(live, target, place);
  };

  const setDevices = (live: Live, member: Member, devices: Member["devices"]): void => {
    member.devices = devices;
    media.allow(member.peerId, devices);
    changed(live);
  };

  const command = async (live: Live, by: Member, said: LiveCommand): Promise<void> => {
    if (!mayCommand(by, said)) throw new ApiError("forbidden");
    switch (said.kind) {
      case "raw":
        return tellAll(live, { kind: "command", from: by.uid, command: said }, by.uid);
      case "reaction": {
        const now = ctx.now();
        const recent = by.reactions.filter((at) => now - at < 1_000);
        if (recent.length >= liveLimits.reactionsPerSecond) return;
        by.reactions = [...recent, now];
        return tellAll(live, { kind: "command", from: by.uid, command: said }, by.uid);
      }
      case "switchOffMic":
      case "switchOffCamera": {
        const target = live.members.get(said.uid);
        if (!target || target.place === null) throw new ApiError("not_found");
        const off = said.kind === "switchOffMic" ? { microphone: false } : { camera: false };
        setDevices(live, target, { ...target.devices, ...off });
        return tell(live, target, { kind: "command", from: by.uid, command: said });
      }
      case "liveEnded":
        return end(live);
    }
  };

  const act = async (connection: LiveConnection, mint: Mint, peerId: string, action: LiveAction): Promise<void> => {
    if (action.kind === "join") return join(connection, mint, peerId, action);
    const known = byPeer.get(peerId);
    // Of another person, or by a WebSocket of before.
    if (known?.member.uid !== connection.caller.uid || known?.live.mint !== mint) {
      if (action.kind === "leave") return;
      throw new ApiError("not_found");
    }
    const { live, member } = known;
    switch (action.kind) {
      case "answer":
        return media.answer(peerId, action.part, action.sdp);
      case "leave":
        return remove(live, member, "left");
      case "devices": {
        if (member.place === null) throw new ApiError("forbidden");
        const { microphone, camera, screen } = action;
        const isTaken = screen && [...live.members.values()].some((other) => other !== member && other.devices.screen);
        if (isTaken) throw new ApiError("conflict");
        return setDevices(live, member, { microphone, camera, screen });
      }
      case "hand":
        if (member.place !== null) return;
        member.handAt = action.isUp ? (member.handAt ?? ctx.now()) : null;
        return changed(live);
      case "stage":
        return stage(live, member, action);
      case "large":
        return media.setLarge(peerId, action.uid === null ? null : (live.members.get(action.uid)?.place ?? null));
      case "soundOnly":
        return media.setSoundOnly(peerId, action.isOn);
      case "command":
        return command(live, member, action.command);
    }
  };

  /** Tells a page what a connection of it needs, and keeps it for the case that its WebSocket is lost meanwhile. */
  const tellPart = (peerId: string, part: LivePart, event: LiveEvent): void => {
    const known = byPeer.get(peerId);
    if (!known) return;
    known.member.toldParts.set(part, event);
    tell(known.live, known.member, event);
  };
  const heard = (event: LiveMediaEvent): void => {
    switch (event.kind) {
      case "offer":
        tellPart(event.peerId, event.part, { kind: "offer", part: event.part, sdp: event.sdp });
        return;
      case "connect": {
        const known = byPeer.get(event.peerId);
        if (known) tell(known.live, known.member, { kind: "connect", url: event.url, token: event.token });
        return;
      }
      case "line": {
        const known = byPeer.get(event.peerId);
        if (known) tell(known.live, known.member, { kind: "line", line: event.line });
        return;
      }
      case "answered":
        tellPart(event.peerId, event.part, { kind: "answered", part: event.part });
        return;
      case "lost": {
        const known = byPeer.get(event.peerId);
        if (known) remove(known.live, known.member, "interrupted");
        return;
      }
      case "record": {
        const { record } = event;
        recording = recording
          .then(() =>
            db.transaction(async (tx) => {
              const mint = mints.get(record.liveId);
              if (mint) await recordLiveEvent(tx, mint, record);
            }),
          )
          .catch(
            (err: unknown) =>
              void log.error({ err, liveId: record.liveId }, "what happened in a live could not be recorded"),
          );
        return;
      }
      case "down":
        brokenOff += 1;
        // The pages join anew.
        for (const live of [...rooms.values()]) {
          const members = [...live.members.values()];
          for (const member of members) remove(live, member, "interrupted");
          rooms.delete(live.mint);
          for (const timer of [live.emptyTimer, live.tellTimer, live.countTimer]) clearTimeout(timer);
          quietly(liveIn(live.mint), "a live could not be opened again");
        }
        return;
    }
  };
  const stops = [
    media.listen(heard),
    ctx.bus.subscribe("live.changed", ({ payload: { mint, live } }) => {
      const known = rooms.get(mint);
      if (live === null && known) close(known, "ended");
      // Whoever began it has a minute to come.
      if (live !== null && !known) quietly(liveIn(mint), "a live could not be opened");
    }),
    ctx.bus.subscribe("seat.changed", ({ payload: { mint, uid, state } }) => {
      const live = rooms.get(mint);
      const member = live?.members.get(uid);
      if (live && member && !hasAccess(state)) remove(live, member, "seat_lost");
    }),
    ctx.bus.subscribe("session.ended", ({ payload }) => endSessions(new Set([payload.sessionId]))),
  ];

  const endSessions = (ended: ReadonlySet<string>): void => {
    for (const { live, member } of [...byPeer.values()])
      if (ended.has(member.sessionId)) remove(live, member, "session_ended");
  };
  const check = async (): Promise<void> => {
    const all = [...byPeer.values()];
    if (all.length === 0) return;
    endSessions(await ctx.ports.callers.endedSessions(all.map(({ member }) => member.sessionId)));
    const lost = await withoutAccess(
      db,
      all.map(({ live, member }) => ({ mint: live.mint, uid: member.uid })),
    );
    for (const { mint, uid } of lost) {
      const live = rooms.get(mint);
      const member = live?.members.get(uid);
      if (live && member) remove(live, member, "seat_lost");
    }
  };
  const noteFigures = (): void => {
    const figures = media.figures();
    if (figures) log.info({ ...figures, lives: rooms.size }, "live media");
  };
  const notes = setInterval(noteFigures, figuresMs);
  notes.unref();
  const checks = setInterval(() => quietly(check(), "the people of the lives could not be checked"), checkMs);
  checks.unref();
  // Those of before a restart: their people come back, or they end.
  quietly(
    livesNow(db).then(async (rows) => {
      for (const { mint } of rows) if (!isStopping) await liveIn(mint);
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
        tell({ mint }, { peerId, connection }, { kind: "refused", action: kind, code, message });
      }
    },
    closed: (connection) => {
      for (const { live, member } of [...byPeer.values()]) {
        if (member.connection !== connection) continue;
        const timer = setTimeout(() => remove(live, member, "left"), returnMs);
        timer.unref();
        returning.set(member.peerId, timer);
      }
    },
    metrics: () => {
      const members = [...rooms.values()].flatMap((live) => [...live.members.values()]);
      const onStage = members.filter(({ place }) => place !== null).length;
      const figures = media.figures();
      return [
        { name: "tribe_lives", help: "Lives that are on in this process", value: rooms.size },
        { name: "tribe_live_people", help: "People in them", value: members.length },
        { name: "tribe_live_stage", help: "Of these on a stage", value: onStage },
        { name: "tribe_live_streams_limit", help: "Streams that one live may make", value: ctx.config.live.maxStreams },
        { name: "tribe_live_refused_total", help: "People refused because a live was full", value: refusedFull },
        { name: "tribe_live_media_broken_total", help: "Times that the media engine broke off", value: brokenOff },
        ...(figures
          ? [
              { name: "tribe_live_streams", help: "Streams that go out now", value: figures.streams },
              {
                name: "tribe_live_packets_in",
                help: "Packets that came from those who are in",
                value: figures.packetsIn,
              },
              { name: "tribe_live_packets_out", help: "Packets that went to them", value: figures.packetsOut },
              { name: "tribe_live_bytes_out", help: "Bytes of these", value: figures.bytesOut },
              {
                name: "tribe_live_keyframes_asked",
                help: "Whole pictures that they asked for",
                value: figures.keyframesAsked,
              },
              {
                name: "tribe_live_media_memory_bytes",
                help: "Memory of the media engine's process",
                value: figures.memory,
              },
            ]
          : []),
      ];
    },
    stop: async () => {
      isStopping = true;
      clearInterval(checks);
      clearInterval(notes);
      for (const stop of stops) stop();
      for (const timer of returning.values()) clearTimeout(timer);
      for (const live of rooms.values())
        for (const timer of [live.emptyTimer, live.tellTimer, live.countTimer]) clearTimeout(timer);
      await media.stop();
      await recording;
    },
  };
};
