/**
 * Calls back once per slot without drift. When the process was delayed, missed slots are not made up for: a pause must not
 * expire everybody's blockhashes.
 */
export class Ticker {
  readonly #slotMs: number;
  readonly #onTick: () => void;
  #next: number;
  #timer: NodeJS.Timeout;

  constructor(slotMs: number, onTick: () => void) {
    this.#slotMs = slotMs;
    this.#onTick = onTick;
    this.#next = performance.now() + slotMs;
    this.#timer = setTimeout(() => this.#fire(), slotMs);
  }

  #fire(): void {
    const now = performance.now();
    this.#next = Math.max(this.#next + this.#slotMs, now);
    this.#timer = setTimeout(() => this.#fire(), Math.max(0, this.#next - now));
    this.#onTick();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
