import { ApiError, type Mint, routes, type ServerFrame, type Uid } from "@tribe/contract";
import { type LiveAction, type LiveCommand, type LiveEvent, liveEventSchema } from "@tribe/contract/live";
import { liveEndTexts, liveTexts } from "@tribe/domain/words";
import * as z from "zod/mini";
import { api } from "../../../shared/api/api.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { liveHere } from "../../../shared/live/lives.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { realtime } from "../../../shared/realtime/connection.ts";
import { keepAwake, nameSound } from "./keep-awake.ts";
import {
  changeLive,
  flyReaction,
  isOnStage,
  type LiveHere,
  liveState,
  type OwnDevices,
  showSpeaking,
} from "./live-state.ts";
import { MediaConnections } from "./media-connections.ts";
import { type OpenedDevices, OwnTracks } from "./own-tracks.ts";
import { OwnVoice } from "./own-voice.ts";
import { soundOnly } from "./sound-only.ts";

/** Delays between attempts to reconnect, ms: short at first. */
const retryDelays = [0, 500, 1_000, 2_000, 4_000] as const;
/** No media connection after this long: an offer, or its answer, was lost. */
const unreachedAfter = 30_000;

const rawSchema = z.object({ isSpeaking: z.boolean() });

const endings: Record<Extract<LiveEvent, { kind: "left" }>["reason"], string | null> = {
  ...liveEndTexts,
  left: null,
  interrupted: null,
};

const nothingOn: OwnDevices = { microphone: false, camera: false, screen: false };

/**
 * One page's part in one live, from joining to leaving. It continues while the person looks at other pages. This handles the
 * messages with the server; {@link MediaConnections} the media, {@link OwnTracks} the person's camera and microphone.
 */
class LiveSession {
  readonly mint: Mint;
  #peerId = crypto.randomUUID() as string;
  #isOver = false;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #unreached: ReturnType<typeof setTimeout> | undefined;
  /** The last value of "sound only" that the server received. */
  #wantedSoundOnly = false;
  readonly #media: MediaConnections;
  readonly #tracks: OwnTracks;
  readonly #voice: OwnVoice;
  readonly #stops: (() => void)[];

  constructor(mint: Mint, me: Uid, devices: OpenedDevices) {
    this.mint = mint;
    this.#tracks = new OwnTracks(devices, () => this.#sendDevices());
    this.#voice = new OwnVoice(() => this.#saySpeaking());
    this.#media = new MediaConnections({
      onAnswer: (part, sdp) => this.act({ kind: "answer", part, sdp }),
      onReached: () => clearTimeout(this.#unreached),
      onSending: () => this.#sendDevices(),
      onLost: () => this.#rejoin(),
      onBroken: () => {
        this.act({ kind: "leave" });
        this.#end(liveTexts.broken);
      },
      mayTalk: () => {
        const live = liveState.get();
        return live !== null && isOnStage(live);
      },
    });
    liveState.set({
      mint,
      me,
      phase: "joining",
      line: "full",
      uplink: "full",
      pinned: null,
      room: null,
      own: nothingOn,
      ownCamera: null,
      ownScreen: null,
      pictures: new Map(),
      speaking: new Set(),
      reactions: [],
    });
    liveHere.set(mint);
    const leave = (): void => this.leave();
    addEventListener("pagehide", leave);
    this.#stops = [
      realtime().listen((frame) => this.#hear(frame)),
      () => removeEventListener("pagehide", leave),
      keepAwake({ hangUp: leave, resume: () => this.#media.resumeSound() }),
    ];
    void this.#join();
  }

  act(action: LiveAction): void {
    realtime().live({ type: "live", mint: this.mint, peerId: this.#peerId, action });
  }

  /** Requests a token and joins; the same page may do so again, over a new WebSocket. */
  async #join(): Promise<void> {
    clearTimeout(this.#retry);
    const peerId = this.#peerId;
    try {
      const { token, iceServers } = await api(routes.live.token, { body: { mint: this.mint } });
      if (this.#isOver || peerId !== this.#peerId) return;
      this.#media.iceServers = iceServers.map(({ urls, username, credential }) => ({
        urls,
        ...(username !== undefined && credential !== undefined ? { username, credential } : {}),
      }));
      this.#wantedSoundOnly = soundOnly.get();
      this.act({ kind: "join", token, soundOnly: this.#wantedSoundOnly });
      clearTimeout(this.#unreached);
      if (!this.#media.isReached) this.#unreached = setTimeout(() => this.#rejoin(), unreachedAfter);
    } catch (error) {
      if (this.#isOver || peerId !== this.#peerId) return;
      if (error instanceof ApiError && error.code !== "unavailable" && error.status < 500 && error.status !== 429)
        return this.#end(this.#refusedFor(error));
      this.#rejoin();
    }
  }

  /** Why nobody may join: a person who had joined may have missed the message while their WebSocket was down. */
  #refusedFor(error: ApiError): string | null {
    if (error.code === "live_ended") return endings.ended;
    const wasIn = (liveState.get()?.room ?? null) !== null;
    return wasIn && (error.code === "not_a_member" || error.code === "banned")
      ? endings.seat_lost
      : wordsOf(error).title;
  }

  /** Rejoins as a new peer, with new connections: the old ones can't be used any more. */
  #rejoin(): void {
    if (this.#isOver) return;
    this.#closeConnections();
    this.#peerId = crypto.randomUUID();
    changeLive(({ room }) => ({
      phase: room ? "reconnecting" : "joining",
      line: "full",
      uplink: "full",
      pictures: new Map(),
      speaking: new Set(),
    }));
    // Sent again as soon as the connection is back.
    this.#voice.forget();
    clearTimeout(this.#retry);
    const delay = retryDelays[Math.min(this.#tries, retryDelays.length - 1)];
    this.#tries += 1;
    this.#retry = setTimeout(() => void this.#join(), delay);
  }

  #hear(frame: ServerFrame): void {
    if (frame.type === "ready") {
      // The media continued without the WebSocket; otherwise the server makes new connections.
      void this.#join();
      return;
    }
    if (frame.type !== "live" || frame.peerId !== this.#peerId) return;
    const event = z.safeParse(liveEventSchema, frame.event);
    if (event.success) this.#take(event.data);
  }

  #take(event: LiveEvent): void {
    switch (event.kind) {
      case "offer":
        void this.#media.answer(event.part, event.sdp);
        return;
      case "connect":
        void this.#media.connect(event.url, event.token);
        return;
      case "answered":
        this.#media.begin(event.part);
        return;
      case "line":
        changeLive(() => ({ line: event.line }));
        return;
      case "uplink":
        changeLive(() => ({ uplink: event.line }));
        this.#sendDevices();
        return;
      case "room":
        this.#takeRoom(event.room);
        return;
      case "command":
        this.#takeCommand(event.from, event.command);
        return;
      case "left":
        if (event.reason === "interrupted") this.#rejoin();
        else this.#end(endings[event.reason]);
        return;
      case "refused":
        if (event.action === "join") {
          // The token may have expired: retry once or twice.
          if (event.code === "unauthorized" && this.#tries < 3) this.#rejoin();
          else this.#end(event.message);
        } else if (event.code === "not_found" && event.action === "answer") this.#rejoin();
        else if (event.code !== "not_found") toast.error(event.message);
        return;
    }
  }

  #takeRoom(room: NonNullable<LiveHere["room"]>): void {
    const before = liveState.get();
    if (!before) return;
    const wasOn = isOnStage(before);
    const pinned = room.stage.some(({ uid }) => uid === before.pinned) ? before.pinned : null;
    const here = { ...before, room, pinned };
    const isOn = isOnStage(here);
    this.#tries = 0;
    liveState.set({ ...here, phase: "in" });
    nameSound(room.title || "Live");
    // Also for people who joined in the middle of a sentence, or missed the event.
    if (this.#voice.isSpeaking && peopleIn(room) !== peopleIn(before.room)) this.#saySpeaking();
    this.#tellSoundOnly();
    if (isOn) this.#media.sendByService();
    if (isOn && !wasOn && before.room) toast(liveTexts.onStage);
    if (!isOn && wasOn) {
      this.#tracks.close();
      this.#showClosed();
      this.#media.stopSending();
      changeLive(() => ({ uplink: "full" }));
      if (before.phase === "in") toast(liveTexts.offStage);
    }
  }

  #takeCommand(from: Uid, command: LiveCommand): void {
    switch (command.kind) {
      case "raw": {
        const said = z.safeParse(rawSchema, parsed(command.data));
        if (said.success) showSpeaking(from, said.data.isSpeaking);
        return;
      }
      case "reaction":
        flyReaction(from, command.emoji);
        return;
      case "switchOffMic":
        void this.setMicrophone(false);
        toast(liveTexts.microphoneOff);
        return;
      case "switchOffCamera":
        void this.setCamera(false);
        toast(liveTexts.cameraOff);
        return;
      case "liveEnded":
        this.#end(endings.ended);
        return;
    }
  }

  react(emoji: string): void {
    const me = liveState.get()?.me;
    if (me) flyReaction(me, emoji);
    this.act({ kind: "command", command: { kind: "reaction", emoji } });
  }

  /** Requests somebody's video in its larger layer. */
  showLarge(uid: Uid | null): void {
    this.act({ kind: "large", uid });
    const speaker = liveState.get()?.room?.stage.find((each) => each.uid === uid);
    this.#media.showLarge(speaker?.place ?? null);
  }

  /** Turns "sound only" on or off; also for the next live on this device. */
  setSoundOnly(isOn: boolean): void {
    soundOnly.set(isOn);
    this.#media.setSoundOnly(isOn);
    // Before the server has accepted this page it does not know who asks.
    if (liveState.get()?.phase === "in") this.#tellSoundOnly();
  }

  #tellSoundOnly(): void {
    const isOn = soundOnly.get();
    if (isOn === this.#wantedSoundOnly) return;
    this.#wantedSoundOnly = isOn;
    this.act({ kind: "soundOnly", isOn });
  }

  /** Shows somebody large; null for all equally. */
  pin(uid: Uid | null): void {
    changeLive(() => ({ pinned: uid }));
  }

  setMicrophone(isOn: boolean): Promise<void> {
    return this.#tracks.setMicrophone(isOn);
  }

  setCamera(isOn: boolean): Promise<void> {
    return this.#tracks.setCamera(isOn);
  }

  /** Switches to the phone's other camera. */
  flipCamera(): Promise<void> {
    return this.#tracks.flipCamera();
  }

  setScreen(isOn: boolean): Promise<void> {
    return this.#tracks.setScreen(isOn);
  }

  /** Sends the open tracks, as far as the connection allows, and announces them. */
  #sendDevices(): void {
    const { microphone, camera, screen } = this.#tracks;
    const uplink = liveState.get()?.uplink ?? "full";
    this.#media.send(this.#tracks, uplink);
    const own = { microphone: microphone?.enabled ?? false, camera: camera !== null, screen: screen !== null };
    changeLive(() => ({ own, ownCamera: camera, ownScreen: screen }));
    // Otherwise the others would see a frozen last frame.
    const sent = uplink === "sound" ? { ...own, camera: false, screen: false } : own;
    if (this.#media.isSending) this.act({ kind: "devices", ...sent });
    this.#voice.watch(own.microphone && this.#media.isSending ? microphone : null);
  }

  /** Tells the others whether this person speaks. */
  #saySpeaking(): void {
    const { isSpeaking } = this.#voice;
    const me = liveState.get()?.me;
    if (me) showSpeaking(me, isSpeaking);
    this.act({ kind: "command", command: { kind: "raw", data: JSON.stringify({ isSpeaking }) } });
  }

  /** All of this person's devices were closed. */
  #showClosed(): void {
    this.#voice.stop();
    changeLive(() => ({ own: nothingOn, ownCamera: null, ownScreen: null }));
  }

  #closeConnections(): void {
    this.#media.close();
    clearTimeout(this.#unreached);
  }

  leave(): void {
    this.act({ kind: "leave" });
    this.#end(null);
  }

  #end(words: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#retry);
    for (const stop of this.#stops) stop();
    this.#closeConnections();
    this.#tracks.end();
    this.#showClosed();
    if (current === this) {
      current = null;
      liveState.set(null);
      liveHere.set(null);
    }
    if (words !== null) toast(words);
  }
}

let current: LiveSession | null = null;

const peopleIn = (room: LiveHere["room"]): number => (room ? room.stage.length + room.audience.length : 0);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The live that this page has joined; null for none. */
export const liveSession = (): LiveSession | null => current;

/** Joins a Tribe's live, and leaves any other. */
export const joinLive = (mint: Mint, me: Uid, devices: OpenedDevices = { camera: null, microphone: null }): void => {
  if (current?.mint === mint) return;
  current?.leave();
  current = new LiveSession(mint, me, devices);
};
