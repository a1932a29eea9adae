import type { Address, Mint, TokenUnits } from "@tribe/contract";
import { decodeBase58 } from "../transactions/base58.ts";

/** The recipients and amounts of an airdrop, in the order of sending; its account on chain is bound to this list. */
export interface AirdropList {
  /** The Tribe, by its mint on the curve, whose members and holders are paid. */
  readonly tribe: Mint;
  /** The token that is given. */
  readonly mint: Mint;
  /** Light's pool of that mint, which receives the tokens. */
  readonly pool: Address;
  /** Recipients of one transaction. */
  readonly batchSize: number;
  /** Each wallet once. */
  readonly recipients: readonly { readonly address: Address; readonly amount: TokenUnits }[];
}

const name = new TextEncoder().encode("tribe airdrop 2\n");
const addressBytes = 32;
const headBytes = name.length + 3 * addressBytes + 2 + 4;
const entryBytes = addressBytes + 8;

/** Number of transactions of a list. */
export const batchCount = ({ recipients, batchSize }: Pick<AirdropList, "recipients" | "batchSize">): number =>
  Math.ceil(recipients.length / batchSize);

/** The recipients of one transaction. @throws RangeError when the list has no such batch. */
export const batchOf = (list: AirdropList, index: number): AirdropList["recipients"] => {
  if (!Number.isInteger(index) || index < 0 || index >= batchCount(list)) throw new RangeError("no such batch");
  return list.recipients.slice(index * list.batchSize, (index + 1) * list.batchSize);
};

/**
 * SHA-256 of a list in its canonical form, which is a seed of its account in `programs/once`: a name, Tribe, mint, pool, batch size
 * (16 bits), count (32), and each recipient with their base units (64), integers little endian. Any other Tribe, recipient, amount,
 * order or batch size gives another hash.
 * @throws RangeError for an empty list, a duplicate wallet, a zero amount, or a value out of its field's range
 */
export const hashAirdropList = async (list: AirdropList): Promise<Uint8Array> => {
  const { tribe, mint, pool, batchSize, recipients } = list;
  if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize >= 2 ** 16) throw new RangeError("no such batch size");
  if (recipients.length < 1 || recipients.length >= 2 ** 32) throw new RangeError("no such number of recipients");
  if (new Set(recipients.map(({ address }) => address)).size < recipients.length)
    throw new RangeError("a wallet stands in the list twice");
  const bytes = new Uint8Array(headBytes + recipients.length * entryBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(name);
  for (const [index, address] of [tribe, mint, pool].entries())
    bytes.set(publicKeyOf(address), name.length + index * addressBytes);
  view.setUint16(headBytes - 6, batchSize, true);
  view.setUint32(headBytes - 4, recipients.length, true);
  for (const [index, { address, amount }] of recipients.entries()) {
    if (amount < 1n || amount >= 2n ** 64n) throw new RangeError("no such amount");
    const at = headBytes + index * entryBytes;
    bytes.set(publicKeyOf(address), at);
    view.setBigUint64(at + addressBytes, amount, true);
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
};

const publicKeyOf = (address: Address): Uint8Array => {
  const bytes = decodeBase58(address);
  if (bytes.length !== addressBytes) throw new RangeError("an address has 32 bytes");
  return bytes;
};
