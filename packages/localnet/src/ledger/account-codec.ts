import type { AccountWrite, ChainAccount } from "../chain/accounts/account.ts";
import type { ByteReader, ByteWriter } from "../codec/bytes.ts";
import type { Key } from "../codec/keys.ts";

interface Patch {
  readonly at: number;
  readonly bytes: Buffer;
}

/**
 * A write in the journal: the whole account, a deletion, or only the changed bytes (a deployment writes megabytes in pieces).
 */
export type RecordedWrite =
  | { readonly kind: "gone"; readonly key: Key }
  | { readonly kind: "whole"; readonly key: Key; readonly account: ChainAccount }
  | { readonly kind: "patch"; readonly key: Key; readonly lamports: bigint; readonly patches: readonly Patch[] };

const KINDS = ["gone", "whole", "patch"] as const;
const EXECUTABLE = 1;
const HAS_RENT_EPOCH = 2;
const BLOCK = 256;
const PATCH_FROM_SIZE = 1024;

/** Chooses the shortest form of a write, given the previous account. */
export function recordWrite(write: AccountWrite, before: ChainAccount | undefined): RecordedWrite {
  const { key, account } = write;
  if (account === null) return { kind: "gone", key };
  const comparable =
    before !== undefined &&
    account.data.length >= PATCH_FROM_SIZE &&
    before.data.length === account.data.length &&
    before.owner === account.owner &&
    before.executable === account.executable &&
    before.rentEpoch === account.rentEpoch;
  if (!comparable) return { kind: "whole", key, account };
  return { kind: "patch", key, lamports: account.lamports, patches: changedBlocks(before.data, account.data) };
}

function changedBlocks(before: Buffer, after: Buffer): Patch[] {
  const patches: Patch[] = [];
  let start = -1;
  for (let at = 0; at < after.length; at += BLOCK) {
    const end = Math.min(at + BLOCK, after.length);
    const same = after.compare(before, at, end, at, end) === 0;
    if (!same && start < 0) start = at;
    if (start >= 0 && (same || end === after.length)) {
      const until = same ? at : end;
      patches.push({ at: start, bytes: after.subarray(start, until) });
      start = -1;
    }
  }
  return patches;
}

/** Applies a recorded write to the account's previous state. Throws when a patch has no previous state. */
export function restoreWrite(write: RecordedWrite, before: ChainAccount | undefined): AccountWrite {
  if (write.kind === "gone") return { key: write.key, account: null };
  if (write.kind === "whole") return { key: write.key, account: write.account };
  if (before === undefined) throw new RangeError("the journal changes an account that does not exist");
  const data = Buffer.from(before.data);
  for (const patch of write.patches) patch.bytes.copy(data, patch.at);
  return { key: write.key, account: { ...before, lamports: write.lamports, data } };
}

/** Appends an account. */
export function writeAccount(out: ByteWriter, account: ChainAccount): void {
  out.u64(account.lamports);
  out.key(account.owner);
  out.u8((account.executable ? EXECUTABLE : 0) | (account.rentEpoch === undefined ? 0 : HAS_RENT_EPOCH));
  out.bytes(account.data);
  if (account.rentEpoch !== undefined) out.u64(account.rentEpoch);
}

/** Reads an account; its data is copied, so that the input buffer can be released. */
export function readAccount(reader: ByteReader): ChainAccount {
  const lamports = reader.u64();
  const owner = reader.key();
  const flags = reader.u8();
  const executable = (flags & EXECUTABLE) !== 0;
  const account = { lamports, owner, executable, data: Buffer.from(reader.bytes()) };
  return (flags & HAS_RENT_EPOCH) === 0 ? account : { ...account, rentEpoch: reader.u64() };
}

/** Appends a list of writes. */
export function writeWrites(out: ByteWriter, writes: readonly RecordedWrite[]): void {
  out.u16(writes.length);
  for (const write of writes) {
    out.u8(KINDS.indexOf(write.kind));
    out.key(write.key);
    if (write.kind === "whole") writeAccount(out, write.account);
    if (write.kind === "patch") {
      out.u64(write.lamports);
      out.u32(write.patches.length);
      for (const patch of write.patches) {
        out.u32(patch.at);
        out.bytes(patch.bytes);
      }
    }
  }
}

/** Reads a list of writes. */
export function readWrites(reader: ByteReader): RecordedWrite[] {
  const writes: RecordedWrite[] = [];
  const count = reader.u16();
  for (let i = 0; i < count; i++) {
    const kind = KINDS[reader.u8()];
    const key = reader.key();
    if (kind === undefined) throw new RangeError("unknown kind of write");
    if (kind === "gone") writes.push({ kind, key });
    if (kind === "whole") writes.push({ kind, key, account: readAccount(reader) });
    if (kind === "patch") {
      const lamports = reader.u64();
      const patches: Patch[] = [];
      for (let left = reader.u32(); left > 0; left--) patches.push({ at: reader.u32(), bytes: reader.bytes() });
      writes.push({ kind, key, lamports, patches });
    }
  }
  return writes;
}
