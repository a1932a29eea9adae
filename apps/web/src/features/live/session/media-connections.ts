import type { LiveLine, LivePart } from "@tribe/contract/live";
import { changeLive } from "./live-state.ts";
import type { LiveKitConnection } from "./livekit-connection.ts";
import type { OwnTracks } from "./own-tracks.ts";
import { answerOffer, type PageConnection } from "./page-connection.ts";
import { soundOnly } from "./sound-only.ts";

interface Events {
  /** An answer to the server's offer, for the server. */
  readonly onAnswer: (part: LivePart, sdp: string) => void;
  /** The media of others can be received. */
  readonly onReached: () => void;
  /** A connection for sending is open. */
  readonly onSending: () => void;
  /** No media can be received or sent any more. */
  readonly onLost: () => void;
  /** This browser can't carry the live, now or later. */
  readonly onBroken: () => void;
  /** Whether this person may send over LiveKit's connection, which carries both directions. */
  readonly mayTalk: () => boolean;
}

/**
 * The connections with which this page receives the others' sound and video and sends its own: two with our own forwarding unit,
 * or one with LiveKit. Sound is played here, video goes into the live's state.
 */
export class MediaConnections {
  iceServers: readonly RTCIceServer[] = [];
  /** Incremented when all are closed: events of older ones are ignored. */
  #generation = 0;
  #isReached = false;
  #receiving: PageConnection | null = null;
  #sending: PageConnection | null = null;
  #service: LiveKitConnection | null = null;
  /** Answered offers, with the answer (null: not yet): a repeated one gets the same answer. */
  readonly #answers = new Map<LivePart, { readonly offer: string; answer: string | null }>();
  readonly #sounds = new Map<string, HTMLAudioElement>();
  readonly #events: Events;

  constructor(events: Events) {
    this.#events = events;
  }

  /** The media of others can be received. */
  get isReached(): boolean {
    return this.#isReached;
  }

  get isSending(): boolean {
    return this.#sending !== null;
  }

  /** Answers an offer of our own unit. */
  async answer(part: LivePart, sdp: string): Promise<void> {
    const known = this.#answers.get(part);
    if (known?.offer === sdp) {
      if (known.answer !== null) this.#events.onAnswer(part, known.answer);
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
        iceServers: this.iceServers,
        onTrack: (mid, track) => generation === this.#generation && this.#show(mid, track),
        onReached: () => generation === this.#generation && part === "receive" && this.#reach(),
        onLost: () => generation === this.#generation && this.#events.onLost(),
      });
      if (generation !== this.#generation) return connection.close();
      if (part === "receive") this.#receiving = connection;
      else this.#sending = connection;
      said.answer = answer;
      this.#events.onAnswer(part, answer);
      if (part === "send") this.#events.onSending();
    } catch {
      // Nothing in it waits for the network.
      if (generation === this.#generation) this.#events.onBroken();
    }
  }

  /** The unit has the answer: this page may begin the ICE checks. */
  begin(part: LivePart): void {
    (part === "receive" ? this.#receiving : this.#sending)?.begin();
  }

  /** Joins LiveKit's room, if that carries the media: one connection for both directions. */
  async connect(url: string, token: string): Promise<void> {
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
          generation === this.#generation && changeLive(() => ({ line: isSoundAlone ? "sound" : "full" })),
        onLost: () => generation === this.#generation && this.#events.onLost(),
      });
      if (generation !== this.#generation) return connection.close();
      this.#service = connection;
      connection.setSoundOnly(soundOnly.get());
      this.#reach();
      if (this.#events.mayTalk()) this.sendByService();
    } catch (error) {
      if (generation !== this.#generation) return;
      if (isOfNetwork(error)) this.#events.onLost();
      else this.#events.onBroken();
    }
  }

  /** If LiveKit carries the media, the open tracks are sent over its connection from now on. Otherwise does nothing. */
  sendByService(): void {
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
    this.#events.onSending();
  }

  /** Sends the open tracks, as far as the connection allows: all, a camera only in its small layer, or only sound. */
  send({ microphone, camera, screen }: Pick<OwnTracks, "microphone" | "camera" | "screen">, line: LiveLine): void {
    this.#sending?.put("microphone", microphone);
    this.#sending?.put("camera", line === "full" ? camera : null);
    this.#sending?.put("small", line === "sound" ? null : camera);
    this.#sending?.put("screen", line === "sound" ? null : screen);
  }

  stopSending(): void {
    this.#sending?.close();
    this.#sending = null;
  }

  /** With LiveKit the page itself chooses whose video is received in its larger layer. @param place null for nobody's */
  showLarge(place: number | null): void {
    this.#service?.showLarge(place);
  }

  setSoundOnly(isOn: boolean): void {
    this.#service?.setSoundOnly(isOn);
  }

  /** Resumes sound that the system paused. */
  resumeSound(): void {
    for (const sound of this.#sounds.values()) if (sound.paused) void sound.play().catch(() => undefined);
  }

  close(): void {
    this.#generation += 1;
    this.#receiving?.close();
    this.#sending?.close();
    this.#service?.close();
    this.#receiving = null;
    this.#sending = null;
    this.#service = null;
    this.#answers.clear();
    this.#isReached = false;
    for (const sound of this.#sounds.values()) silence(sound);
    this.#sounds.clear();
  }

  #reach(): void {
    this.#isReached = true;
    this.#events.onReached();
  }

  #show(mid: string, track: MediaStreamTrack): void {
    if (track.kind === "video") {
      changeLive(({ pictures }) => ({ pictures: new Map(pictures).set(mid, track) }));
      return;
    }
    const sound = this.#sounds.get(mid) ?? new Audio();
    sound.srcObject = new MediaStream([track]);
    this.#sounds.set(mid, sound);
    // Without a touch the browser may keep the page silent.
    sound
      .play()
      .catch(() => addEventListener("pointerdown", () => void sound.play().catch(() => undefined), { once: true }));
  }

  #hide(mid: string): void {
    const sound = this.#sounds.get(mid);
    if (sound) {
      silence(sound);
      this.#sounds.delete(mid);
      return;
    }
    changeLive(({ pictures }) => {
      const next = new Map(pictures);
      next.delete(mid);
      return { pictures: next };
    });
  }
}

/** Of a part of the page that couldn't be loaded, or of LiveKit's; what a browser itself throws is none. */
const isOfNetwork = (error: unknown): boolean => !(error instanceof ReferenceError || error instanceof DOMException);

const silence = (sound: HTMLAudioElement): void => {
  sound.pause();
  sound.srcObject = null;
};
