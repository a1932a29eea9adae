import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "../chain/account.ts";
import type { Memcmp } from "../chain/facet.ts";
import { readHolding } from "../chain/token.ts";
import { decodeBase58 } from "../codec/base58.ts";
import { invalidParams } from "./errors.ts";
import { Config } from "./params.ts";

const MAX_FILTERS = 4;
const MAX_MEMCMP_BYTES = 128;

/** A test of an account's data. */
export type DataFilter = (data: Buffer) => boolean;

/** Filters as one test, with the bytes that they compare for an index to go by. */
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidParams("Invalid params: invalid filter.");
  }
  const config = new Config(value as Record<string, unknown>); // any object has unknown fields
  const size = config.u64("dataSize");
  if (size !== undefined) return (data) => data.length === size;
  const memcmp = config.nested("memcmp");
  if (memcmp === undefined) throw invalidParams("Invalid params: unknown filter.");
  const offset = memcmp.u64("offset") ?? 0;
  const bytes = readBytes(memcmp);
  if (bytes.length > MAX_MEMCMP_BYTES) throw invalidParams("Invalid param: DataTooLarge");
  return { offset, bytes };
}

function readBytes(memcmp: Config): Buffer {
  const value = memcmp.at("bytes");
  if (Array.isArray(value)) {
    if (!value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) {
      throw invalidParams("Invalid params: expected a list of bytes.");
    }
    return Buffer.from(value);
  }
  const text = memcmp.string("bytes") ?? "";
  if (memcmp.choice("encoding", ["base58", "base64", "binary"]) === "base64") return Buffer.from(text, "base64");
  const bytes = decodeBase58(text);
  if (bytes === undefined) throw invalidParams("Invalid param: bytes: base58 decode error");
  return bytes;
}
