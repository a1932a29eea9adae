import { watchLevel } from "./devices.ts";

/** The loudness that counts as speaking, and the longest pause between words. */
const speaking = { level: 0.08, pause: 500 } as const;

/** Detects whether this person speaks: only their own page has the sound before all is mixed. */
export class OwnVoice {
  #isSpeaking = false;
  #stopLevel: (() => void) | null = null;
  readonly #onChange: (isSpeaking: boolean) => void;

  constructor(onChange: (isSpeaking: boolean) => void) {
    this.#onChange = onChange;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /** Listens to the microphone while it is on and sent; null stops it. */
  watch(track: MediaStreamTrack | null): void {
    if (!track) {
      this.#stopLevel?.();
      this.#stopLevel = null;
      this.#set(false);
      return;
    }
    if (this.#stopLevel) return;
    let lastAt = 0;
    this.#stopLevel = watchLevel(track, (level) => {
      const now = performance.now();
      if (level > speaking.level) lastAt = now;
      this.#set(lastAt > 0 && now - lastAt < speaking.pause);
    });
  }

  /** Nobody was told yet: the next sound is reported again. */
  forget(): void {
    this.#isSpeaking = false;
  }

  stop(): void {
    this.#stopLevel?.();
    this.#stopLevel = null;
    this.forget();
  }

  #set(isSpeaking: boolean): void {
    if (isSpeaking === this.#isSpeaking) return;
    this.#isSpeaking = isSpeaking;
    this.#onChange(isSpeaking);
  }
}
