import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { ChainAccount } from "../chain/account.ts";
import { ByteReader, ByteWriter } from "../codec/bytes.ts";
import type { Key } from "../codec/keys.ts";
import { readAccount, writeAccount } from "./account-codec.ts";

const MAGIC = Buffer.from("tribesnp");
const VERSION = 1;
const SLICE_BYTES = 1024 * 1024;
const HEAD = MAGIC.length + 2 + 8 + 4;

/** All accounts as they were when the journal ended at `journalEnd`. */
export interface Snapshot {
  readonly journalEnd: number;
  readonly accounts: readonly (readonly [Key, ChainAccount])[];
}

/**
 * Writes a snapshot beside the old one and then puts it in its place, so that a kill leaves one of the two. Yields
 * between slices: the accounts are immutable, so transactions may go on meanwhile.
 */
export async function writeSnapshot(path: string, snapshot: Snapshot): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, "w", 0o600);
  try {
    const out = new ByteWriter(SLICE_BYTES * 2);
    out.raw(MAGIC);
    out.u16(VERSION);
    out.whole(snapshot.journalEnd);
    out.u32(snapshot.accounts.length);
    let checksum = 0;
    const flush = async () => {
      checksum = crc32(out.view(), checksum);
      await file.writeFile(out.view());
      out.reset();
    };
    for (const [key, account] of snapshot.accounts) {
      out.key(key);
      writeAccount(out, account);
      if (out.length >= SLICE_BYTES) await flush();
    }
    await flush();
    out.u32(checksum);
    await file.writeFile(out.view());
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Reads a snapshot; `undefined` when there is none or it is not whole (the journal alone restores everything). */
export function readSnapshot(path: string): Snapshot | undefined {
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  if (bytes.length < HEAD + 4 || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const body = bytes.subarray(0, bytes.length - 4);
  if (crc32(body) !== bytes.readUInt32LE(bytes.length - 4)) return undefined;
  const reader = new ByteReader(body.subarray(MAGIC.length));
  if (reader.u16() !== VERSION) return undefined;
  const journalEnd = reader.whole();
  const accounts: [Key, ChainAccount][] = [];
  for (let left = reader.u32(); left > 0; left--) accounts.push([reader.key(), readAccount(reader)]);
  return { journalEnd, accounts };
}
