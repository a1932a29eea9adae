import { type ChainAccount, SYSTEM_PROGRAM } from "../chain/accounts/account.ts";
import type { Chain } from "../chain/chain.ts";
import type { Key } from "../codec/keys.ts";
import { type AccountEncoding, encodeAccount, type WireAccount } from "../rpc/encode-account.ts";

const CLOSED: ChainAccount = { lamports: 0n, owner: SYSTEM_PROGRAM, data: Buffer.alloc(0), executable: false };
const BASE58_LIMIT = 128;
const TOO_LARGE = "error: data too large for bs58 encoding";

/**
 * An account as of a slot, in the format of notifications: a closed one as an empty one of the system program. Since a
 * notification cannot be an error, data too long for base58 is replaced by a node's error text.
 */
export function encodeNotified(chain: Chain, key: Key, encoding: AccountEncoding, slot: number): WireAccount {
  const account = chain.account(key, slot) ?? CLOSED;
  const read = (other: Key) => chain.account(other, slot);
  const isBase58 = encoding.encoding === "binary" || encoding.encoding === "base58";
  if (!isBase58 || account.data.length <= BASE58_LIMIT) return encodeAccount(account, encoding, read, key);
  const rest = encodeAccount({ ...account, data: CLOSED.data }, encoding, read);
  const data: WireAccount["data"] = encoding.encoding === "binary" ? TOO_LARGE : [TOO_LARGE, "base58"];
  return { ...rest, data, space: account.data.length };
}
