import { knownKey, rawBytes } from "../codec/keys.ts";
import type { AccountWrite, ChainAccount } from "./account.ts";
import type { SlotClock } from "./slot-clock.ts";

const ENTRIES = 512;
const ENTRY = 40;
const SYSVAR_OWNER = knownKey("Sysvar1111111111111111111111111111111111111");
const SLOT_HASHES = knownKey("SysvarS1otHashes111111111111111111111111111");
const LAMPORTS = 143_487_360n;

/** The SlotHashes sysvar: the bank hashes of the last 512 slots, newest first. */
export class SlotHashes {
  readonly #clock: SlotClock;
  readonly #data = Buffer.alloc(8 + ENTRIES * ENTRY);
  #newest = -1;
  #count = 0;

  constructor(clock: SlotClock) {
    this.#clock = clock;
  }

  /** The sysvar as programs see it during the clock's slot: it ends at the slot before. */
  update(): AccountWrite {
    const last = this.#clock.slot - 1;
    const oldest = Math.max(this.#newest + 1, last - ENTRIES + 1);
    for (let slot = Math.max(0, oldest); slot <= last; slot++) this.#push(slot);
    this.#newest = last;
    const account: ChainAccount = { lamports: LAMPORTS, owner: SYSVAR_OWNER, data: this.#data, executable: false };
    return { key: SLOT_HASHES, account };
  }

  #push(slot: number): void {
    this.#data.copyWithin(8 + ENTRY, 8, 8 + (ENTRIES - 1) * ENTRY);
    this.#data.writeBigUInt64LE(BigInt(slot), 8);
    rawBytes(this.#clock.hashAt(slot, "bank")).copy(this.#data, 16);
    this.#count = Math.min(this.#count + 1, ENTRIES);
    this.#data.writeBigUInt64LE(BigInt(this.#count), 0);
  }
}
