/** What a page may send in the long run, bytes per second: three times its four streams at their highest bitrates. */
const bytesPerSecond = 1_250_000;
/** What it may send at once, bytes: a connection that stood still for some seconds delivers all that was on its way. */
const burstBytes = 2 * bytesPerSecond;
/** What a packet costs besides its bytes: each is decrypted, and read by us, however small it is. */
const bytesPerPacket = 200;

/**
 * How much one connection may still send (a token bucket). It begins nearly empty, as a page begins slowly: joining again and
 * again gives no more than staying.
 */
export class Intake {
  #left = bytesPerSecond / 2;
  #filledAt: number;

  constructor(now: number) {
    this.#filledAt = now;
  }

  /** Counts a packet of this many bytes; false once that is more than any page sends. */
  take(bytes: number, now: number): boolean {
    this.#left = Math.min(burstBytes, this.#left + ((now - this.#filledAt) / 1_000) * bytesPerSecond);
    this.#filledAt = now;
    this.#left -= bytes + bytesPerPacket;
    return this.#left >= 0;
  }
}
