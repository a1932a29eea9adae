import { type Key, knownKey, rawBytes } from "../codec/keys.ts";
import type { AccountWrite, ChainAccount } from "./accounts/account.ts";
import { MAX_BLOCKHASH_AGE, type SlotClock } from "./slot-clock.ts";

const OWNER = knownKey("Sysvar1111111111111111111111111111111111111");
const CLOCK = knownKey("SysvarC1ock11111111111111111111111111111111");
/** The RecentBlockhashes sysvar: programs see it only when a transaction names it. */
export const RECENT_BLOCKHASHES = knownKey("SysvarRecentB1ockHashes11111111111111111111");
const SLOT_HASHES = knownKey("SysvarS1otHashes111111111111111111111111111");
/** The SlotHistory sysvar: too large to pass to the engine in every slot. */
export const SLOT_HISTORY = knownKey("SysvarS1otHistory11111111111111111111111111");
const STAKE_HISTORY = knownKey("SysvarStakeHistory1111111111111111111111111");
/** Sysvars that never change; on a node they are rent-exempt. */
const FIXED = [
  STAKE_HISTORY,
  knownKey("SysvarEpochRewards1111111111111111111111111"),
  knownKey("SysvarEpochSchedu1e111111111111111111111111"),
  knownKey("SysvarLastRestartS1ot1111111111111111111111"),
  knownKey("SysvarRent111111111111111111111111111111111"),
];
/** Every sysvar. */
export const SYSVARS: readonly Key[] = [CLOCK, RECENT_BLOCKHASHES, SLOT_HASHES, SLOT_HISTORY, ...FIXED];
const STAKE_HISTORY_SIZE = 16_392;
const SLOT_HASHES_COUNT = 512;
const SLOT_HASHES_ENTRY = 40;
const RECENT_COUNT = MAX_BLOCKHASH_AGE;
const RECENT_ENTRY = 40;
const LAMPORTS_PER_SIGNATURE = 5000n;
const HISTORY_SLOTS = 1024 * 1024;
const KEPT = 4;

type Build = (slot: number) => Buffer;

/** The sysvars that change with each slot, for any of the last slots; in the layouts of the crates solana-*. */
export class Sysvars {
  readonly #clock: SlotClock;
  readonly #rent: (size: number) => bigint;
  readonly #builders: ReadonlyMap<Key, Build>;
  readonly #built = new Map<Key, Map<number, ChainAccount>>();

  constructor(clock: SlotClock, rent: (size: number) => bigint) {
    this.#clock = clock;
    this.#rent = rent;
    this.#builders = new Map<Key, Build>([
      [CLOCK, (slot) => this.#clockData(slot)],
      [SLOT_HASHES, (slot) => this.#slotHashes(slot)],
      [RECENT_BLOCKHASHES, (slot) => this.#recentBlockhashes(slot)],
      [SLOT_HISTORY, slotHistory],
    ]);
  }

  /** A changing sysvar as programs see it during a slot; `undefined` for every other address. */
  at(key: Key, slot: number): ChainAccount | undefined {
    const build = this.#builders.get(key);
    if (build === undefined) return undefined;
    const bySlot = this.#built.get(key) ?? new Map<number, ChainAccount>();
    this.#built.set(key, bySlot);
    const known = bySlot.get(slot);
    if (known !== undefined) return known;
    const account = this.#account(build(slot));
    bySlot.set(slot, account);
    for (const old of bySlot.keys()) if (bySlot.size > KEPT) bySlot.delete(old);
    return account;
  }

  /** Sysvars that any program may read, and others by name. */
  writesAt(slot: number, others: readonly Key[]): AccountWrite[] {
    return [CLOCK, SLOT_HASHES, ...others].map((key) => ({ key, account: this.at(key, slot) ?? null }));
  }

  /** The constant sysvars, with a node's lamports and sizes. */
  fixed(read: (key: Key) => ChainAccount | null): AccountWrite[] {
    return FIXED.map((key) => {
      const data = read(key)?.data ?? Buffer.alloc(0);
      const padded = key === STAKE_HISTORY ? Buffer.concat([data], STAKE_HISTORY_SIZE) : data;
      return { key, account: this.#account(padded) };
    });
  }

  #account(data: Buffer): ChainAccount {
    return { lamports: this.#rent(data.length), owner: OWNER, data, executable: false };
  }

  #clockData(at: number): Buffer {
    const { slot, epochStart, epoch, unixTime } = this.#clock.readingAt(at);
    const data = Buffer.alloc(40);
    [slot, epochStart, epoch, epoch + 1, unixTime].forEach((value, index) => {
      data.writeBigInt64LE(BigInt(value), index * 8);
    });
    return data;
  }

  /** Bank hashes of the previous 512 slots, newest first. */
  #slotHashes(slot: number): Buffer {
    const data = Buffer.alloc(8 + SLOT_HASHES_COUNT * SLOT_HASHES_ENTRY);
    const count = Math.min(slot, SLOT_HASHES_COUNT);
    data.writeBigUInt64LE(BigInt(count), 0);
    const previous = this.#built.get(SLOT_HASHES)?.get(slot - 1);
    previous?.data.copy(data, 8 + SLOT_HASHES_ENTRY, 8, 8 + (SLOT_HASHES_COUNT - 1) * SLOT_HASHES_ENTRY);
    const missing = previous === undefined ? count : Math.min(count, 1);
    for (let i = 0; i < missing; i++) {
      const at = 8 + i * SLOT_HASHES_ENTRY;
      data.writeBigUInt64LE(BigInt(slot - 1 - i), at);
      rawBytes(this.#clock.hashAt(slot - 1 - i, "bank")).copy(data, at + 8);
    }
    return data;
  }

  /** The valid blockhashes, newest first, with the fee per signature. */
  #recentBlockhashes(slot: number): Buffer {
    const count = Math.min(slot + 1, RECENT_COUNT);
    const data = Buffer.alloc(8 + RECENT_COUNT * RECENT_ENTRY);
    data.writeBigUInt64LE(BigInt(count), 0);
    const previous = this.#built.get(RECENT_BLOCKHASHES)?.get(slot - 1);
    previous?.data.copy(data, 8 + RECENT_ENTRY, 8, 8 + (RECENT_COUNT - 1) * RECENT_ENTRY);
    const missing = previous === undefined ? count : 1;
    for (let i = 0; i < missing; i++) {
      const at = 8 + i * RECENT_ENTRY;
      rawBytes(this.#clock.hashAt(slot - i)).copy(data, at);
      data.writeBigUInt64LE(LAMPORTS_PER_SIGNATURE, at + 32);
    }
    return data;
  }
}

/** A bit for each of the last 2^20 slots, set because none is skipped, and the next slot. */
function slotHistory(slot: number): Buffer {
  const bytes = HISTORY_SLOTS / 8;
  const data = Buffer.alloc(1 + 8 + bytes + 8 + 8);
  data.writeUInt8(1, 0);
  data.writeBigUInt64LE(BigInt(bytes / 8), 1);
  const bits = data.subarray(9, 9 + bytes);
  const count = Math.min(slot, HISTORY_SLOTS);
  bits.fill(0xff, 0, count >>> 3);
  if (count % 8 !== 0) bits[count >>> 3] = (1 << (count % 8)) - 1;
  data.writeBigUInt64LE(BigInt(HISTORY_SLOTS), 9 + bytes);
  data.writeBigUInt64LE(BigInt(slot), 17 + bytes);
  return data;
}
