import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { ChainAccount } from "../chain/accounts/account.ts";
import type { ClockState } from "../chain/slot-clock.ts";
import { ByteReader, ByteWriter } from "../codec/bytes.ts";
import type { Key, Sig } from "../codec/keys.ts";
import { readAccount, writeAccount } from "./account-codec.ts";
import { decodeError, encodeError, type KnownStatus, readClock, writeClock } from "./record.ts";

const MAGIC = Buffer.from("tribesnp");
const VERSION = 2;
/** Bytes of the id that ties snapshot and index to their journal. */
export const CHAIN_ID_BYTES = 16;
const SLICE_BYTES = 256 * 1024;
const HEAD = MAGIC.length + 2 + CHAIN_ID_BYTES + 8;

/** All data that a start needs of the journal before `journalEnd`. */
export interface Snapshot {
  readonly chainId: Buffer;
  readonly journalEnd: number;
  readonly clock: ClockState | undefined;
  readonly accounts: readonly (readonly [Key, ChainAccount])[];
  /** Outcomes by signature, oldest first. */
  readonly statuses: Iterable<readonly [Sig, KnownStatus]>;
}

/**
 * Writes a snapshot beside the old one and then, after `beforeReplacing`, replaces that, so that a kill leaves one of the two.
 * It yields between slices: accounts are immutable, and changing statuses do no harm, so transactions may continue. Returns the
 * file's size in bytes.
 */
export async function writeSnapshot(
  path: string,
  snapshot: Snapshot,
  beforeReplacing: () => Promise<void>,
): Promise<number> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, "w", 0o600);
  let size = 4;
  try {
    try {
      const out = new ByteWriter(SLICE_BYTES * 2);
      let checksum = 0;
      for (const slice of slicesOf(snapshot, out)) {
        checksum = crc32(slice, checksum);
        size += slice.length;
        await file.writeFile(slice);
        out.reset();
      }
      out.u32(checksum);
      await file.writeFile(out.view());
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeReplacing();
    await rename(temporary, path);
    return size;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function* slicesOf(snapshot: Snapshot, out: ByteWriter): Generator<Buffer> {
  out.raw(MAGIC);
  out.u16(VERSION);
  out.raw(snapshot.chainId);
  out.whole(snapshot.journalEnd);
  out.u8(snapshot.clock === undefined ? 0 : 1);
  if (snapshot.clock !== undefined) writeClock(out, snapshot.clock);
  out.u32(snapshot.accounts.length);
  for (const [key, account] of snapshot.accounts) {
    out.key(key);
    writeAccount(out, account);
    if (out.length >= SLICE_BYTES) yield out.view();
  }
  for (const [signature, { slot, message, error }] of snapshot.statuses) {
    out.u8(1);
    out.key(signature);
    out.whole(slot);
    out.key(message);
    out.text(encodeError(error));
    if (out.length >= SLICE_BYTES) yield out.view();
  }
  out.u8(0);
  yield out.view();
}

/** A snapshot that was read. */
export interface StoredSnapshot extends Snapshot {
  /**
   * Owned by the caller, which continues with it: after minutes of load there are hundreds of thousands, too many to copy at a
   * start.
   */
  readonly statuses: Map<Sig, KnownStatus>;
  /** Size of its file, bytes. */
  readonly size: number;
}

/**
 * Reads a snapshot of this chain; `undefined` when there is none, or it is incomplete or of another version (the journal alone
 * restores everything).
 */
export function readSnapshot(path: string, chainId: Buffer): StoredSnapshot | undefined {
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  if (bytes.length < HEAD + 4 || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const body = bytes.subarray(0, bytes.length - 4);
  if (crc32(body) !== bytes.readUInt32LE(bytes.length - 4)) return undefined;
  const reader = new ByteReader(body.subarray(MAGIC.length));
  if (reader.u16() !== VERSION || !reader.raw(CHAIN_ID_BYTES).equals(chainId)) return undefined;
  const journalEnd = reader.whole();
  const clock = reader.u8() === 0 ? undefined : readClock(reader);
  const accounts: [Key, ChainAccount][] = [];
  for (let left = reader.u32(); left > 0; left--) accounts.push([reader.key(), readAccount(reader)]);
  const statuses = new Map<Sig, KnownStatus>();
  while (reader.u8() === 1) {
    const signature = reader.sig();
    statuses.set(signature, { slot: reader.whole(), message: reader.key(), error: decodeError(reader.text()) });
  }
  return { chainId, journalEnd, clock, accounts, statuses, size: bytes.length };
}
