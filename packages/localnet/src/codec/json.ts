import { randomBytes } from "node:crypto";

// Solana's u64 values are sent as plain digits, beyond what a JavaScript number holds. Node 20 has no JSON.rawJSON, so they
// pass through JSON.stringify as marked strings; the mark is random, so that no log line can imitate it.
const MARK = `u64:${randomBytes(12).toString("hex")}:`;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");

/** A value that `stringifyJson` writes as digits: a number while it is exact, else a marked string. */
export type JsonInteger = number | string;

/** Prepares a u64 or i64 for `stringifyJson`. */
export function jsonInteger(value: bigint): JsonInteger {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : `${MARK}${value}`;
}

/** JSON.stringify that writes large integers as digits, as Solana's nodes do. */
export function stringifyJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replace(MARKED, "$1") : text;
}
