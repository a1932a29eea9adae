import { invalidParams, type RpcError } from "./errors.ts";

// A node reads its parameters with Rust's serde; these are its words for a value that does not fit.

/** Rust's unsigned integers that parameters have. */
export type Unsigned = "u64" | "usize" | "u8";

const LIMITS: Record<Unsigned, number> = { u64: 2 ** 64, usize: 2 ** 64, u8: 2 ** 8 };

function describe(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "sequence";
  if (typeof value === "object") return "map";
  if (typeof value === "string") return `string ${JSON.stringify(value.slice(0, 100))}`;
  if (typeof value === "boolean") return `boolean \`${value}\``;
  return isWhole(value) ? `integer \`${String(value)}\`` : `floating point \`${String(value)}\``;
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < LIMITS.u64;
}

/** -32602 for a value of another type than the expected one. */
export function wrongType(value: unknown, expected: string): RpcError {
  return invalidParams(`Invalid params: invalid type: ${describe(value)}, expected ${expected}.`);
}

/** -32602 for a word that is none of those allowed. */
export function unknownVariant(value: string, allowed: readonly string[]): RpcError {
  const words = allowed.map((word) => `\`${word}\``);
  const expected = words.length === 2 ? words.join(" or ") : `one of ${words.join(", ")}`;
  return invalidParams(`Invalid params: unknown variant \`${value.slice(0, 100)}\`, expected ${expected}.`);
}

/** -32602 for a field that must be there. */
export function missingField(name: string): RpcError {
  return invalidParams(`Invalid params: missing field \`${name}\`.`);
}

/** A whole number within a Rust type. Above 2^53 it is as exact as JavaScript reads it. */
export function readUnsigned(value: unknown, type: Unsigned): number {
  if (!isWhole(value)) throw wrongType(value, type);
  if (value < 0 || value >= LIMITS[type]) {
    throw invalidParams(`Invalid params: invalid value: integer \`${value}\`, expected ${type}.`);
  }
  return value;
}

/** A text. */
export function readString(value: unknown): string {
  if (typeof value !== "string") throw wrongType(value, "a string");
  return value;
}

/** A list of texts. */
export function readStrings(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw wrongType(value, "a sequence");
  return value.map(readString);
}

/** Parameters, a list or an object, as Rust's debug format shows them. */
export function debugParams(params: unknown): string {
  return Array.isArray(params) ? `Array([${params.map(debug).join(", ")}])` : `Map({${debugFields(params)}})`;
}

function debug(value: unknown): string {
  if (value === null || value === undefined) return "Null";
  if (Array.isArray(value)) return `Array [${value.map(debug).join(", ")}]`;
  if (typeof value === "object") return `Object {${debugFields(value)}}`;
  if (typeof value === "string") return `String(${JSON.stringify(value)})`;
  return typeof value === "boolean" ? `Bool(${value})` : `Number(${String(value)})`;
}

function debugFields(value: unknown): string {
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return fields.map(([name, field]) => `${JSON.stringify(name)}: ${debug(field)}`).join(", ");
}
