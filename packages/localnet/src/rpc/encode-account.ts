import { type ChainAccount, RENT_EXEMPT_EPOCH } from "../chain/accounts/account.ts";
import { isTokenProgram } from "../chain/accounts/token.ts";
import { encodeBase58 } from "../codec/base58.ts";
import { type JsonInteger, jsonInteger } from "../codec/json.ts";
import { base58Of, type Key } from "../codec/keys.ts";
import { zstdFrame } from "../codec/zstd.ts";
import { type ParsedAccount, parseAccount } from "../parsed/parse-account.ts";
import { RPC_CODE, RpcError } from "./errors.ts";
import type { Config } from "./params.ts";
import { missingField } from "./rust-values.ts";

const ENCODINGS = ["binary", "base58", "base64", "jsonParsed", "base64+zstd"] as const;

/** A slice of an account's data; anything past its end is left out. */
export interface DataSlice {
  readonly offset: number;
  readonly length: number;
}

/** The requested form of an account's data. */
export interface AccountEncoding {
  readonly encoding: (typeof ENCODINGS)[number];
  readonly slice: DataSlice | undefined;
}

const BASE58_LIMIT = 128;

/** Reads `encoding` and `dataSlice`. Throws RpcError -32602 when one is not of the format. */
export function readAccountEncoding(config: Config, fallback: AccountEncoding["encoding"] = "binary"): AccountEncoding {
  const slice = config.nested("dataSlice", "struct UiDataSliceConfig");
  return {
    encoding: config.choice("encoding", ENCODINGS) ?? fallback,
    slice: slice === undefined ? undefined : { offset: required(slice, "offset"), length: required(slice, "length") },
  };
}

function required(slice: Config, name: string): number {
  const value = slice.u64(name, "usize");
  if (value === undefined) throw missingField(name);
  return value;
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

/**
 * Encodes an account. `read` finds the mint and the clock that a parsed token account needs; `key` is the account's own
 * address, without which sysvars are not parsed. Throws RpcError -32600 when more than 128 bytes are wanted in base58.
 */
export function encodeAccount(
  account: ChainAccount,
  encoding: AccountEncoding,
  read: (key: Key) => ChainAccount | null,
  key?: Key,
): WireAccount {
  return {
    lamports: jsonInteger(account.lamports),
    data: encodeData(account, encoding, read, key),
    owner: base58Of(account.owner),
    executable: account.executable,
    rentEpoch: jsonInteger(account.rentEpoch ?? RENT_EXEMPT_EPOCH),
    space: account.data.length,
  };
}

/** Whether an account's data is requested in base58, which is limited in size. */
export function isBase58({ encoding }: AccountEncoding): boolean {
  return encoding === "binary" || encoding === "base58";
}

/** Throws RpcError -32600 when more than 128 bytes of an account are wanted in base58. */
export function assertEncodable(account: ChainAccount, how: AccountEncoding): void {
  if (isBase58(how) && sliceOf(account, how.slice).length > BASE58_LIMIT) {
    const words = `Encoded binary (base 58) data should be less than ${BASE58_LIMIT} bytes, please use Base64 encoding.`;
    throw new RpcError(RPC_CODE.invalidRequest, words);
  }
}

function sliceOf({ data }: ChainAccount, slice: DataSlice | undefined): Buffer {
  return slice === undefined ? data : data.subarray(slice.offset, slice.offset + slice.length);
}

function encodeData(
  account: ChainAccount,
  how: AccountEncoding,
  read: (key: Key) => ChainAccount | null,
  key: Key | undefined,
): WireAccount["data"] {
  assertEncodable(account, how);
  const { encoding, slice } = how;
  const data = sliceOf(account, slice);
  switch (encoding) {
    case "binary":
      return encodeBase58(data);
    case "base58":
      return [encodeBase58(data), "base58"];
    case "base64":
      return [data.toString("base64"), "base64"];
    case "base64+zstd":
      return [zstdFrame(data).toString("base64"), "base64+zstd"];
    case "jsonParsed":
      // A token program's account that cannot be parsed is returned whole, as nodes do.
      return (
        parseAccount(account, read, key) ?? [
          (isTokenProgram(account.owner) ? account.data : data).toString("base64"),
          "base64",
        ]
      );
  }
}
