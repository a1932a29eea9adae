import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { ClockState } from "../chain/slot-clock.ts";
import { ByteReader, ByteWriter } from "../codec/bytes.ts";

const SIZE = 4 * 8 + 4;

/**
 * The current slot, overwritten in place each time: after a kill the chain continues with the next slot, and none is skipped.
 * Its checksum covers the ledger's seed, so that another ledger's file is not accepted.
 */
export class ClockFile {
  readonly #fd: number;
  readonly #seed: Buffer;
  readonly #writer = new ByteWriter(SIZE);

  constructor(path: string, seed: Buffer) {
    this.#fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#seed = seed;
  }

  /** The last written state; `undefined` when the file is new, torn or another ledger's. */
  read(): ClockState | undefined {
    const bytes = Buffer.alloc(SIZE);
    if (readSync(this.#fd, bytes, 0, SIZE, 0) !== SIZE) return undefined;
    const reader = new ByteReader(bytes);
    const slot = reader.whole();
    const offsetMs = reader.whole();
    const clock = { slot, offsetMs, unixTime: reader.whole(), epochStart: reader.whole() };
    return reader.u32() === this.#checksum(bytes.subarray(0, SIZE - 4)) ? clock : undefined;
  }

  /** Passes the clock to the operating system: it survives a kill of this process. */
  write(clock: Readonly<ClockState>): void {
    const out = this.#writer;
    out.reset();
    out.whole(clock.slot);
    out.whole(clock.offsetMs);
    out.whole(clock.unixTime);
    out.whole(clock.epochStart);
    out.u32(this.#checksum(out.view()));
    writeSync(this.#fd, out.view(), 0, SIZE, 0);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #checksum(fields: Buffer): number {
    return crc32(fields, crc32(this.#seed));
  }
}
