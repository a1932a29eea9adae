import type { Commitment } from "../chain/chain.ts";
import { type Key, parseKey, parseSig, type Sig } from "../codec/keys.ts";
import { invalidParams, RPC_CODE, RpcError } from "./errors.ts";

type Fields = Readonly<Record<string, unknown>>;

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "sequence";
  if (typeof value === "object") return "map";
  if (typeof value === "string") return `string "${value.slice(0, 100)}"`;
  return `${typeof value} ${String(value)}`;
}

function wrongType(value: unknown, expected: string): Error {
  return invalidParams(`Invalid params: invalid type: ${typeName(value)}, expected ${expected}.`);
}

/** The positional parameters of one call, each read with its rule. Errors are Solana's -32602. */
export class Params {
  readonly #values: readonly unknown[];

  /** Solana's methods take parameters by position, the DAS ones as one object; none at all counts as an empty list. */
  constructor(value: unknown) {
    if (value === undefined || value === null) this.#values = [];
    else if (Array.isArray(value)) this.#values = value;
    else if (typeof value === "object") this.#values = [value];
    else throw new RpcError(RPC_CODE.invalidRequest, "Invalid request");
  }

  /** Throws when more parameters came than a method knows. */
  atMost(count: number): this {
    if (this.#values.length > count) {
      throw invalidParams(`Expected from 0 to ${count} parameters.`);
    }
    return this;
  }

  has(index: number): boolean {
    return this.#values[index] !== undefined && this.#values[index] !== null;
  }

  at(index: number): unknown {
    return this.#values[index];
  }

  #required(index: number): unknown {
    const value = this.#values[index];
    if (value === undefined) {
      throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`);
    }
    return value;
  }

  string(index: number): string {
    const value = this.#required(index);
    if (typeof value !== "string") throw wrongType(value, "a string");
    return value;
  }

  key(index: number): Key {
    return readKey(this.string(index));
  }

  signature(index: number): Sig {
    return readSignature(this.string(index));
  }

  /** A whole number from 0 to 2^53. */
  u64(index: number): number {
    return readU64(this.#required(index));
  }

  list(index: number): readonly unknown[] {
    const value = this.#required(index);
    if (!Array.isArray(value)) throw wrongType(value, "a sequence");
    return value;
  }

  /** A configuration object, or anything else as an empty one (older clients put a word there). */
  optionalConfig(index: number): Config {
    return typeof this.#values[index] === "object" ? this.config(index) : new Config({});
  }

  /** A configuration object; a missing one is empty. */
  config(index: number): Config {
    const value = this.#values[index];
    if (value === undefined || value === null) return new Config({});
    if (typeof value !== "object" || Array.isArray(value)) throw wrongType(value, "a map");
    return new Config(value as Fields); // any object has unknown fields
  }
}

/** The optional fields of a configuration object. */
export class Config {
  readonly #fields: Fields;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  /** The same configuration with one more field. */
  with(name: string, value: unknown): Config {
    return new Config({ ...this.#fields, [name]: value });
  }

  at(name: string): unknown {
    return this.#fields[name] ?? undefined;
  }

  boolean(name: string): boolean {
    const value = this.at(name) ?? false;
    if (typeof value !== "boolean") throw wrongType(value, "a boolean");
    return value;
  }

  u64(name: string): number | undefined {
    const value = this.at(name);
    return value === undefined ? undefined : readU64(value);
  }

  string(name: string): string | undefined {
    const value = this.at(name);
    if (value !== undefined && typeof value !== "string") throw wrongType(value, "a string");
    return value;
  }

  /** One of a set of words. */
  choice<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.string(name);
    if (value === undefined) return undefined;
    const found = allowed.find((word) => word === value);
    if (found !== undefined) return found;
    const words = allowed.map((word) => `\`${word}\``).join(", ");
    throw invalidParams(`Invalid params: unknown variant \`${value}\`, expected one of ${words}.`);
  }

  list(name: string): readonly unknown[] | undefined {
    const value = this.at(name);
    if (value !== undefined && !Array.isArray(value)) throw wrongType(value, "a sequence");
    return value;
  }

  nested(name: string): Config | undefined {
    const value = this.at(name);
    if (value === undefined) return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrongType(value, "a map");
    return new Config(value as Fields); // any object has unknown fields
  }

  key(name: string): Key | undefined {
    const value = this.string(name);
    return value === undefined ? undefined : readKey(value);
  }

  /** The wanted commitment; Solana's default is finalized. Old names are understood as nodes do. */
  commitment(): Commitment {
    const value = this.choice("commitment", [
      "processed",
      "confirmed",
      "finalized",
      "recent",
      "single",
      "singleGossip",
      "root",
      "max",
    ]);
    if (value === "recent" || value === "processed") return "processed";
    return value === "confirmed" || value === "single" || value === "singleGossip" ? "confirmed" : "finalized";
  }
}

/** Parses an address with Solana's words for what is wrong. */
export function readKey(text: string): Key {
  const key = parseKey(text);
  if (key === undefined) throw invalidParams(isBase58(text) ? "Invalid param: WrongSize" : "Invalid param: Invalid");
  return key;
}

/** Parses a signature with Solana's words for what is wrong. */
export function readSignature(text: string): Sig {
  const signature = parseSig(text);
  if (signature === undefined) {
    throw invalidParams(isBase58(text) ? "Invalid param: WrongSize" : "Invalid param: Invalid");
  }
  return signature;
}

function isBase58(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]*$/.test(text);
}

function readU64(value: unknown): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) throw wrongType(value, "u64");
  return value;
}
