import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "../chain/accounts/account.ts";
import type { Memcmp } from "../chain/accounts/facet.ts";
import { readHolding } from "../chain/accounts/token.ts";
import { decodeBase58 } from "../codec/base58.ts";
import { decodeBase64, encodingProblem } from "./encoded-bytes.ts";
import { invalidParams, type RpcError } from "./errors.ts";
import { Config } from "./params.ts";
import { missingField, readUnsigned, unknownVariant, wrongType } from "./rust-values.ts";

const MAX_FILTERS = 4;
const MAX_MEMCMP_BYTES = 128;
// The longest encodings of this many bytes.
const MAX_ENCODED = { base58: 175, base64: 172 } as const;
const FILTERS = ["dataSize", "memcmp", "tokenAccountState"] as const;

/** A test of an account's data. */
export type DataFilter = (data: Buffer) => boolean;

/** Filters as one test, with the compared bytes for use with an index. */
export interface AccountFilters {
  readonly matches: DataFilter;
  readonly memcmps: readonly Memcmp[];
}

/** Reads `filters` (memcmp, dataSize, tokenAccountState). */
export function readAccountFilters(config: Config): AccountFilters {
  const values = config.list("filters") ?? [];
  if (values.length > MAX_FILTERS) throw invalidParams(`Too many filters provided; max ${MAX_FILTERS}`);
  const filters = values.map(readFilter);
  const tests = filters.map((filter) => (typeof filter === "function" ? filter : comparing(filter)));
  return {
    matches: (data) => tests.every((test) => test(data)),
    memcmps: filters.filter((filter) => typeof filter !== "function"),
  };
}

/** Reads `filters` into one test. */
export function readFilters(config: Config): DataFilter {
  return readAccountFilters(config).matches;
}

function comparing({ offset, bytes }: Memcmp): DataFilter {
  const end = offset + bytes.length;
  return (data) => end <= data.length && data.compare(bytes, 0, bytes.length, offset, end) === 0;
}

function readFilter(value: unknown): DataFilter | Memcmp {
  if (value === "tokenAccountState") {
    const executable = false;
    return (data) =>
      [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].some(
        (owner) => readHolding({ lamports: 0n, owner, data, executable }) !== undefined,
      );
  }
  if (typeof value === "string") throw unknownVariant(value, FILTERS);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrongType(value, "string or map");
  const config = new Config(value as Record<string, unknown>); // any object has unknown fields
  const [name, ...others] = config.names();
  if (name === undefined || others.length > 0) {
    throw invalidParams("Invalid params: invalid value: map, expected map with a single key.");
  }
  if (name === "dataSize") {
    const size = readUnsigned(config.at(name), "u64");
    return (data) => data.length === size;
  }
  if (name !== "memcmp") throw unknownVariant(name, FILTERS);
  const memcmp = config.nested(name, "struct Memcmp") ?? new Config({});
  const offset = memcmp.u64("offset", "usize");
  if (offset === undefined) throw missingField("offset");
  const bytes = readBytes(memcmp);
  if (bytes.length > MAX_MEMCMP_BYTES) throw tooLarge();
  return { offset, bytes };
}

function readBytes(memcmp: Config): Buffer {
  const value = memcmp.at("bytes");
  const encoding = memcmp.choice("encoding", ["base58", "base64", "bytes"]) ?? "base58";
  if (value === undefined) throw missingField("bytes");
  if (Array.isArray(value) && value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) {
    return Buffer.from(value);
  }
  if (typeof value !== "string") {
    throw invalidParams("Invalid params: data did not match any variant of untagged enum DataType.");
  }
  const known = encoding === "base64" ? encoding : "base58";
  if (value.length > MAX_ENCODED[known]) throw tooLarge();
  const bytes = known === "base64" ? decodeBase64(value) : decodeBase58(value);
  if (bytes !== undefined) return bytes;
  const kind = known === "base64" ? "Base64DecodeError" : "Base58DecodeError";
  throw invalidParams(`Invalid param: ${kind}(${encodingProblem(value, known)})`);
}

function tooLarge(): RpcError {
  return invalidParams("Invalid param: DataTooLarge");
}
