import { encodeBase58 } from "@tribe/chain/transactions";
import type { Address } from "@tribe/contract";

/** A transaction's accounts and top-level calls, from its bytes. */
export interface WireTransaction {
  /** What is signed: everything after the signatures. */
  readonly message: Uint8Array;
  /** Of a recent block, or a durable nonce's value. */
  readonly blockhash: Uint8Array;
  /** Static keys; addresses loaded from lookup tables are in the transaction's meta. */
  readonly accountKeys: readonly Address[];
  readonly instructions: readonly { readonly programIdIndex: number; readonly data: Uint8Array }[];
}

const keyBytes = 32;
const signatureBytes = 64;
const headerBytes = 3;
/** The first bit of a message marks a version, the others are its number; a legacy message begins with its header. */
const versionFlag = 0x80;

/**
 * Decodes a transaction, legacy or of version 0, from the wire format (https://solana.com/docs/core/transactions). Written by
 * hand, because kit's codecs take half a millisecond for a swap, and the indexer decodes every one.
 * @throws RangeError when the bytes end early, or for another version.
 */
export const readWireTransaction = (wire: Buffer): WireTransaction => {
  let at = 0;
  const take = (count: number): Buffer => {
    const end = at + count;
    if (end > wire.length) throw new RangeError("a transaction ended early");
    const taken = wire.subarray(at, end);
    at = end;
    return taken;
  };
  const byte = (): number => take(1)[0] ?? 0;
  /** Solana's compact-u16: seven bits a byte, the lowest first, in at most three. */
  const length = (): number => {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw new RangeError("a transaction with a length that is none");
  };
  const list = <Item>(item: () => Item): Item[] => {
    const items: Item[] = [];
    for (let left = length(); left > 0; left -= 1) items.push(item());
    return items;
  };
  take(length() * signatureBytes);
  const message = wire.subarray(at);
  const isVersioned = ((wire[at] ?? 0) & versionFlag) !== 0;
  if (isVersioned && byte() !== versionFlag) throw new RangeError("a transaction of an unknown version");
  take(headerBytes);
  const accountKeys = list(() => addressIn(take(keyBytes)));
  const blockhash = take(keyBytes);
  const instructions = list(() => {
    const programIdIndex = byte();
    take(length()); // its accounts
    return { programIdIndex, data: take(length()) };
  });
  return { message, blockhash, accountKeys, instructions };
};

/**
 * Most transactions use the same few programs, mints and vaults, and encoding their addresses costs more than everything else
 * here.
 */
const texts = new Map<string, Address>();
const rememberedMost = 8_192;

const addressIn = (key: Buffer): Address => {
  const bytes = key.toString("latin1");
  const known = texts.get(bytes);
  if (known !== undefined) return known;
  if (texts.size >= rememberedMost) texts.clear();
  const text = encodeBase58(key) as Address; // base58 of 32 bytes is what an address is
  texts.set(bytes, text);
  return text;
};
