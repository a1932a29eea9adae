import { ApiError, type Mint, routes, type ServerFrame, type Uid } from "@tribe/contract";
import {
  type LiveAction,
  type LiveCommand,
  type LiveEvent,
  type LivePart,
  liveEventSchema,
} from "@tribe/contract/live";
import * as z from "zod/mini";
import { api } from "../../../shared/api/api.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { liveHere } from "../../../shared/live/lives.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { realtime } from "../../../shared/realtime/connection.ts";
import { deviceProblem, deviceWords, openCamera, openMicrophone, openScreen, watchLevel } from "./devices.ts";
import { keepAwake, nameSound } from "./keep-awake.ts";
import { isOnStage, type LiveHere, liveState, type OwnDevices } from "./live-state.ts";
import type { LiveKitConnection } from "./livekit-connection.ts";
import { answerOffer, type PageConnection } from "./page-connection.ts";
import { soundOnly } from "./sound-only.ts";

/** Loud enough to be speaking, and how long a pause between words is. */
const speaking = { level: 0.08, pause: 500 } as const;
const reactionShownFor = 2_600;
/** Between two tries to come back, ms: quick at first. */
const retryDelays = [0, 500, 1_000, 2_000, 4_000] as const;
const mostReactions = 24;
/** No way to the media after so long: an offer, or word of it, was lost. */
const unreachedAfter = 30_000;

const rawSchema = z.object({ isSpeaking: z.boolean() });

const endings: Record<Extract<LiveEvent, { kind: "left" }>["reason"], string | null> = {
  ended: "The live has ended",
  seat_lost: "You lost your seat, so you left the live",
  session_ended: "You were signed out, so you left the live",
  elsewhere: "You're in this live on another tab or device now",
  left: null,
  interrupted: null,
};

/** What was opened before the live, to be shown in it. */
export interface OpenedDevices {
  readonly camera: MediaStreamTrack | null;
  readonly microphone: MediaStreamTrack | null;
}

const nothingOn: OwnDevices = { microphone: false, camera: false, screen: false };

/** One page's part in one live, from joining to leaving. It goes on while the person looks at other pages. */
class LiveSession {
  readonly mint: Mint;
  #peerId = crypto.randomUUID() as string;
  #iceServers: readonly RTCIceServer[] = [];
  #isOver = false;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #unreached: ReturnType<typeof setTimeout> | undefined;
  /** Grows with each new peer: what an old one still brings is dropped. */
  #generation = 0;
  /** What others send can come. */
  #isReached = false;
  /** What the server was told last of the wish for sound alone. */
  #wantedSoundOnly = false;
  #receiving: PageConnection | null = null;
  #sending: PageConnection | null = null;
  #service: LiveKitConnection | null = null;
  /** Offers that are answered, with what was said to them (null: not yet): one that comes again is told the same. */
  readonly #answers = new Map<LivePart, { readonly offer: string; answer: string | null }>();
  readonly #sounds = new Map<string, HTMLAudioElement>();
  #camera: MediaStreamTrack | null;
  #microphone: MediaStreamTrack | null;
  #screen: MediaStreamTrack | null = null;
  #facing: "user" | "environment" = "user";
  #stopLevel: (() => void) | null = null;
  #isSpeaking = false;
  readonly #stops: (() => void)[];

  constructor(mint: Mint, me: Uid, devices: OpenedDevices) {
    this.mint = mint;
    this.#camera = devices.camera;
    this.#microphone = devices.microphone;
    liveState.set({
      mint,
      me,
      phase: "joining",
      line: "full",
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
      keepAwake({
        hangUp: leave,
        resume: () => {
          for (const sound of this.#sounds.values()) if (sound.paused) void sound.play().catch(() => undefined);
        },
      }),
    ];
    void this.#join();
  }

  #change(change: (before: LiveHere) => Partial<LiveHere>): void {
    liveState.set((before) => before && { ...before, ...change(before) });
  }

  act(action: LiveAction): void {
    realtime().live({ type: "live", mint: this.mint, peerId: this.#peerId, action });
  }

  /** Asks for a token and goes in; the same page may do so again, by a new WebSocket. */
  async #join(): Promise<void> {
    clearTimeout(this.#retry);
    const peerId = this.#peerId;
    try {
      const { token, iceServers } = await api(routes.live.token, { body: { mint: this.mint } });
      if (this.#isOver || peerId !== this.#peerId) return;
      this.#iceServers = iceServers.map(({ urls, username, credential }) => ({
        urls,
        ...(username !== undefined && credential !== undefined ? { username, credential } : {}),
      }));
      this.#wantedSoundOnly = soundOnly.get();
      this.act({ kind: "join", token, soundOnly: this.#wantedSoundOnly });
      clearTimeout(this.#unreached);
      if (!this.#isReached) this.#unreached = setTimeout(() => this.#rejoin(), unreachedAfter);
    } catch (error) {
      if (this.#isOver || peerId !== this.#peerId) return;
      if (error instanceof ApiError && error.code !== "unavailable" && error.status < 500 && error.status !== 429)
        return this.#end(this.#refusedFor(error));
      this.#rejoin();
    }
  }

  /** Why nobody is let in: who was in already may have missed being told, while their WebSocket was gone. */
  #refusedFor(error: ApiError): string | null {
    if (error.code === "live_ended") return endings.ended;
    const wasIn = (liveState.get()?.room ?? null) !== null;
    return wasIn && (error.code === "not_a_member" || error.code === "banned")
      ? endings.seat_lost
      : wordsOf(error).title;
  }

  /** Comes back as a new peer, with new connections: the old ones are of no use. */
  #rejoin(): void {
    if (this.#isOver) return;
    this.#generation += 1;
    this.#closeConnections();
    this.#peerId = crypto.randomUUID();
    this.#change(({ room }) => ({
      phase: room ? "reconnecting" : "joining",
      line: "full",
      pictures: new Map(),
      speaking: new Set(),
    }));
    // Said again as soon as it is heard there.
    this.#isSpeaking = false;
    clearTimeout(this.#retry);
    const delay = retryDelays[Math.min(this.#tries, retryDelays.length - 1)];
    this.#tries += 1;
    this.#retry = setTimeout(() => void this.#join(), delay);
  }

  #hear(frame: ServerFrame): void {
    if (frame.type === "ready") {
      // The media went on without the WebSocket; where it did not, the server makes new connections.
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
        void this.#answer(event.part, event.sdp);
        return;
      case "connect":
        void this.#connect(event.url, event.token);
        return;
      case "answered":
        (event.part === "receive" ? this.#receiving : this.#sending)?.begin();
        return;
      case "line":
        this.#change(() => ({ line: event.line }));
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
          // A token that waited too long is worth another try, once or twice.
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
    // Who came in the middle of a sentence, or missed it, hears of it too.
    if (this.#isSpeaking && peopleIn(room) !== peopleIn(before.room)) this.#saySpeaking();
    this.#tellSoundOnly();
    if (isOn) this.#sendByService();
    if (isOn && !wasOn && before.room) toast("You're on the stage. Switch on your microphone when you're ready.");
    if (!isOn && wasOn) {
      this.#closeDevices();
      this.#sending?.close();
      this.#sending = null;
      if (before.phase === "in") toast("You're back in the audience");
    }
  }

  #takeCommand(from: Uid, command: LiveCommand): void {
    switch (command.kind) {
      case "raw": {
        const said = z.safeParse(rawSchema, parsed(command.data));
        if (said.success) this.#setSpeaking(from, said.data.isSpeaking);
        return;
      }
      case "reaction":
        this.#fly(from, command.emoji);
        return;
      case "switchOffMic":
        void this.setMicrophone(false);
        toast("The Chief switched off your microphone");
        return;
      case "switchOffCamera":
        void this.setCamera(false);
        toast("The Chief switched off your camera");
        return;
      case "liveEnded":
        this.#end(endings.ended);
        return;
    }
  }

  #reach(): void {
    this.#isReached = true;
    clearTimeout(this.#unreached);
  }

  async #answer(part: LivePart, sdp: string): Promise<void> {
    const known = this.#answers.get(part);
    if (known?.offer === sdp) {
      if (known.answer !== null) this.act({ kind: "answer", part, sdp: known.answer });
      return;
    }
    const said: { offer: string; answer: string | null } = { offer: sdp, answer: null };
    this.#answers.set(part, said);
    const generation = this.#generation;
    (part === "receive" ? this.#receiving : this.#sending)?.close();
    try {
      const { connection, answer } = await answerOffer({
        sdp,
        part,
        iceServers: this.#iceServers,
        onTrack: (mid, track) => generation === this.#generation && this.#show(mid, track),
        onReached: () => generation === this.#generation && part === "receive" && this.#reach(),
        onLost: () => generation === this.#generation && this.#rejoin(),
      });
      if (this.#isOver || generation !== this.#generation) return connection.close();
      if (part === "receive") this.#receiving = connection;
      else this.#sending = connection;
      said.answer = answer;
      this.act({ kind: "answer", part, sdp: answer });
      if (part === "send") this.#sendDevices();
    } catch {
      if (generation === this.#generation) this.#rejoin();
    }
  }

  /** Goes into LiveKit's room, where that carries the media: one connection for what comes and what is sent. */
  async #connect(url: string, token: string): Promise<void> {
    const generation = this.#generation;
    this.#service?.close();
    this.#service = null;
    try {
      const { connectLiveKit } = await import("./livekit-connection.ts");
      const connection = await connectLiveKit({
        url,
        token,
        onTrack: (mid, track) => {
          if (generation !== this.#generation) return;
          if (track) this.#show(mid, track);
          else this.#hide(mid);
        },
        onSoundAlone: (isSoundAlone) =>
          generation === this.#generation && this.#change(() => ({ line: isSoundAlone ? "sound" : "full" })),
        onLost: () => generation === this.#generation && this.#rejoin(),
      });
      if (this.#isOver || generation !== this.#generation) return connection.close();
      this.#service = connection;
      connection.setSoundOnly(soundOnly.get());
      this.#reach();
      const live = liveState.get();
      if (live && isOnStage(live)) this.#sendByService();
    } catch {
      if (generation === this.#generation) this.#rejoin();
    }
  }

  /** On the stage: what is open goes by the service's connection. */
  #sendByService(): void {
    const service = this.#service;
    if (!service || this.#sending) return;
    const mids = ["microphone", "camera", "screen"];
    this.#sending = {
      put: service.put,
      begin: () => undefined,
      close: () => {
        for (const mid of mids) service.put(mid, null);
      },
    };
    this.#sendDevices();
  }

  #hide(mid: string): void {
    const sound = this.#sounds.get(mid);
    if (sound) {
      sound.pause();
      sound.srcObject = null;
      this.#sounds.delete(mid);
      return;
    }
    this.#change(({ pictures }) => {
      const next = new Map(pictures);
      next.delete(mid);
      return { pictures: next };
    });
  }

  #show(mid: string, track: MediaStreamTrack): void {
    if (track.kind === "video") {
      this.#change(({ pictures }) => ({ pictures: new Map(pictures).set(mid, track) }));
      return;
    }
    const sound = this.#sounds.get(mid) ?? new Audio();
    sound.srcObject = new MediaStream([track]);
    this.#sounds.set(mid, sound);
    // A page that was not touched yet may stay silent until it is.
    sound
      .play()
      .catch(() => addEventListener("pointerdown", () => void sound.play().catch(() => undefined), { once: true }));
  }

  #setSpeaking(uid: Uid, isSpeaking: boolean): void {
    this.#change((before) => {
      const next = new Set(before.speaking);
      if (isSpeaking) next.add(uid);
      else next.delete(uid);
      return { speaking: next };
    });
  }

  #fly(uid: Uid, emoji: string): void {
    const id = nextReaction;
    nextReaction += 1;
    this.#change(({ reactions }) => ({ reactions: [...reactions, { id, emoji, uid }].slice(-mostReactions) }));
    setTimeout(
      () => this.#change(({ reactions }) => ({ reactions: reactions.filter((each) => each.id !== id) })),
      reactionShownFor,
    );
  }

  react(emoji: string): void {
    const me = liveState.get()?.me;
    if (me) this.#fly(me, emoji);
    this.act({ kind: "command", command: { kind: "reaction", emoji } });
  }

  /** Asks for somebody's picture in its larger layer. */
  showLarge(uid: Uid | null): void {
    this.act({ kind: "large", uid });
    const speaker = liveState.get()?.room?.stage.find((each) => each.uid === uid);
    this.#service?.showLarge(speaker?.place ?? null);
  }

  /** Wants others' sound alone, or their pictures again; in the next live on this device, too. */
  setSoundOnly(isOn: boolean): void {
    soundOnly.set(isOn);
    this.#service?.setSoundOnly(isOn);
    // Before the server has let this page in it would not know whose wish it is.
    if (liveState.get()?.phase === "in") this.#tellSoundOnly();
  }

  #tellSoundOnly(): void {
    const isOn = soundOnly.get();
    if (isOn === this.#wantedSoundOnly) return;
    this.#wantedSoundOnly = isOn;
    this.act({ kind: "soundOnly", isOn });
  }

  /** Shows somebody large; null for all the same. */
  pin(uid: Uid | null): void {
    this.#change(() => ({ pinned: uid }));
  }

  /** Puts what is open on the wire, and tells it. */
  #sendDevices(): void {
    this.#sending?.put("microphone", this.#microphone);
    this.#sending?.put("camera", this.#camera);
    this.#sending?.put("small", this.#camera);
    this.#sending?.put("screen", this.#screen);
    const own = {
      microphone: this.#microphone?.enabled ?? false,
      camera: this.#camera !== null,
      screen: this.#screen !== null,
    };
    this.#change(() => ({ own, ownCamera: this.#camera, ownScreen: this.#screen }));
    if (this.#sending) this.act({ kind: "devices", ...own });
    this.#watchVoice();
  }

  /** Tells the others when this person speaks: only their own page can hear that before all is mixed. */
  #watchVoice(): void {
    const track = this.#microphone;
    const isOn = track?.enabled && this.#sending;
    if (!isOn || !track) {
      this.#stopLevel?.();
      this.#stopLevel = null;
      this.#tellSpeaking(false);
      return;
    }
    if (this.#stopLevel) return;
    let lastAt = 0;
    this.#stopLevel = watchLevel(track, (level) => {
      const now = performance.now();
      if (level > speaking.level) lastAt = now;
      this.#tellSpeaking(lastAt > 0 && now - lastAt < speaking.pause);
    });
  }

  #tellSpeaking(isSpeaking: boolean): void {
    if (isSpeaking === this.#isSpeaking) return;
    this.#isSpeaking = isSpeaking;
    this.#saySpeaking();
  }

  #saySpeaking(): void {
    const isSpeaking = this.#isSpeaking;
    const me = liveState.get()?.me;
    if (me) this.#setSpeaking(me, isSpeaking);
    this.act({ kind: "command", command: { kind: "raw", data: JSON.stringify({ isSpeaking }) } });
  }

  /** Switches the microphone. The first time it is opened; later it only falls silent, so that speaking again is instant. */
  async setMicrophone(isOn: boolean): Promise<void> {
    if (isOn && !this.#microphone) {
      try {
        this.#microphone = await openMicrophone();
      } catch (error) {
        toast.error(deviceWords("microphone", deviceProblem(error)));
        return;
      }
      if (this.#isOver) return this.#closeDevices();
    }
    if (this.#microphone) this.#microphone.enabled = isOn;
    this.#sendDevices();
  }

  /** Switches the camera. Off, its light goes out. */
  async setCamera(isOn: boolean): Promise<void> {
    if (isOn === (this.#camera !== null)) return;
    if (isOn) {
      try {
        this.#camera = await openCamera(this.#facing);
      } catch (error) {
        toast.error(deviceWords("camera", deviceProblem(error)));
        return;
      }
      if (this.#isOver) return this.#closeDevices();
    } else {
      this.#camera?.stop();
      this.#camera = null;
    }
    this.#sendDevices();
  }

  /** Takes the phone's other camera. */
  async flipCamera(): Promise<void> {
    this.#facing = this.#facing === "user" ? "environment" : "user";
    // A phone opens one camera at a time.
    this.#camera?.stop();
    this.#camera = null;
    await this.setCamera(true);
  }

  async setScreen(isOn: boolean): Promise<void> {
    if (isOn) {
      try {
        this.#screen = await openScreen();
      } catch {
        return; // the person chose none
      }
      // The browser has a button of its own to end it.
      this.#screen.addEventListener("ended", () => void this.setScreen(false));
      if (this.#isOver) return this.#closeDevices();
    } else {
      this.#screen?.stop();
      this.#screen = null;
    }
    this.#sendDevices();
  }

  #closeDevices(): void {
    for (const track of [this.#camera, this.#microphone, this.#screen]) track?.stop();
    this.#camera = null;
    this.#microphone = null;
    this.#screen = null;
    this.#stopLevel?.();
    this.#stopLevel = null;
    this.#isSpeaking = false;
    this.#change(() => ({ own: nothingOn, ownCamera: null, ownScreen: null }));
  }

  #closeConnections(): void {
    this.#receiving?.close();
    this.#sending?.close();
    this.#service?.close();
    this.#receiving = null;
    this.#sending = null;
    this.#service = null;
    this.#answers.clear();
    this.#isReached = false;
    clearTimeout(this.#unreached);
    for (const sound of this.#sounds.values()) {
      sound.pause();
      sound.srcObject = null;
    }
    this.#sounds.clear();
  }

  leave(): void {
    this.act({ kind: "leave" });
    this.#end(null);
  }

  #end(words: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#generation += 1;
    clearTimeout(this.#retry);
    for (const stop of this.#stops) stop();
    this.#closeConnections();
    this.#closeDevices();
    if (current === this) {
      current = null;
      liveState.set(null);
      liveHere.set(null);
    }
    if (words !== null) toast(words);
  }
}

let current: LiveSession | null = null;
let nextReaction = 1;

const peopleIn = (room: LiveHere["room"]): number => (room ? room.stage.length + room.audience.length : 0);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The live that this page is in; null for none. */
export const liveSession = (): LiveSession | null => current;

/** Goes into a Tribe's live, out of any other. */
export const joinLive = (mint: Mint, me: Uid, devices: OpenedDevices = { camera: null, microphone: null }): void => {
  if (current?.mint === mint) return;
  current?.leave();
  current = new LiveSession(mint, me, devices);
};
