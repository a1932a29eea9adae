import type { ChainAccount } from "../chain/account.ts";
import { encodeBase58 } from "../codec/base58.ts";
import { type JsonInteger, jsonInteger } from "../codec/json.ts";
import { base58Of, type Key } from "../codec/keys.ts";
import { type ParsedAccount, parseAccount } from "../parsed/parse-account.ts";
import { invalidParams } from "./errors.ts";
import type { Config } from "./params.ts";

/** How an account's data is wanted. */
export interface AccountEncoding {
  readonly encoding: "binary" | "base58" | "base64" | "jsonParsed";
  readonly slice: { readonly offset: number; readonly length: number } | undefined;
}

const RENT_EXEMPT_EPOCH = jsonInteger(2n ** 64n - 1n);
const BASE58_LIMIT = 128;

/** Reads `encoding` and `dataSlice`. `base64+zstd` is refused by name. */
export function readAccountEncoding(config: Config, fallback: AccountEncoding["encoding"] = "binary"): AccountEncoding {
  const encoding = config.choice("encoding", ["binary", "base58", "base64", "base64+zstd", "jsonParsed"]);
  if (encoding === "base64+zstd") throw invalidParams("base64+zstd encoding is not supported");
  const slice = config.nested("dataSlice");
  return {
    encoding: encoding ?? fallback,
    slice: slice === undefined ? undefined : { offset: slice.u64("offset") ?? 0, length: slice.u64("length") ?? 0 },
  };
}

/** An account as the RPC writes it. */
export interface WireAccount {
  readonly lamports: JsonInteger;
  readonly data: string | readonly [string, string] | ParsedAccount;
  readonly owner: string;
  readonly executable: boolean;
  readonly rentEpoch: JsonInteger;
  readonly space: number;
}

/** Encodes an account. `read` finds the mint that a parsed token account needs for its decimals. */
export function encodeAccount(
  account: ChainAccount,
  { encoding, slice }: AccountEncoding,
  read: (key: Key) => ChainAccount | null,
): WireAccount {
  return {
    lamports: jsonInteger(account.lamports),
    data: encodeData(account, encoding, slice, read),
    owner: base58Of(account.owner),
    executable: account.executable,
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: account.data.length,
  };
}

function encodeData(
  account: ChainAccount,
  encoding: AccountEncoding["encoding"],
  slice: AccountEncoding["slice"],
  read: (key: Key) => ChainAccount | null,
): WireAccount["data"] {
  if (encoding === "jsonParsed") {
    const parsed = parseAccount(account, read);
    if (parsed !== undefined) return parsed;
  }
  const data = slice === undefined ? account.data : account.data.subarray(slice.offset, slice.offset + slice.length);
  if (encoding === "base64" || encoding === "jsonParsed") return [data.toString("base64"), "base64"];
  if (data.length > BASE58_LIMIT) {
    const words = `Encoded binary (base 58) data should be less than ${BASE58_LIMIT} bytes, please use Base64 encoding.`;
    throw invalidParams(words);
  }
  return encoding === "binary" ? encodeBase58(data) : [encodeBase58(data), "base58"];
}
