import type { Commitment } from "../chain/chain.ts";
import { type Key, parseKey, parseSig, type Sig } from "../codec/keys.ts";
import { invalidParams, RPC_CODE, RpcError } from "./errors.ts";
import {
  debugParams,
  missingField,
  readString,
  readStrings,
  readUnsigned,
  type Unsigned,
  unknownVariant,
  wrongType,
} from "./rust-values.ts";

type Fields = Readonly<Record<string, unknown>>;

const COMMITMENTS = ["processed", "confirmed", "finalized"] as const;
// Names from before Agave 2.0: a node ignores them in a configuration, so that its default applies.
const FORMER_COMMITMENTS: readonly unknown[] = ["recent", "single", "singleGossip", "root", "max"];

/** The positional parameters of one call, each read with its rule. Errors are Solana's -32602. */
export class Params {
  readonly #values: readonly unknown[];
  readonly #named: boolean;

  /** Solana's methods take parameters by position, the DAS ones as one object; none at all counts as an empty list. */
  constructor(value: unknown) {
    this.#named = typeof value === "object" && value !== null && !Array.isArray(value);
    if (value === undefined || value === null) this.#values = [];
    else if (Array.isArray(value)) this.#values = value;
    else this.#values = [value];
  }

  /** For a method without parameters. */
  none(): void {
    if (this.#values.length === 0) return;
    const words = "Invalid parameters: No parameters were expected";
    throw new RpcError(RPC_CODE.invalidParams, words, debugParams(this.#named ? this.#values[0] : this.#values));
  }

  /** For a method whose parameters are all required. */
  exactly(count: number): this {
    const given = this.#values.length;
    if (this.#named) throw invalidParams(`Invalid params: invalid type: map, expected a tuple of size ${count}.`);
    if (given === count) return this;
    const expected = given < count ? `a tuple of size ${count}` : "fewer elements in array";
    throw invalidParams(`Invalid params: invalid length ${given}, expected ${expected}.`);
  }

  /** For a method whose last parameters are optional. */
  between(required: number, total: number): this {
    const given = this.#values.length;
    if (this.#named) throw invalidParams("`params` should be an array");
    if (given < required) throw invalidParams(`\`params\` should have at least ${required} argument(s)`);
    if (given <= total) return this;
    const words = `Invalid parameters: Expected from ${required} to ${total} parameters.`;
    throw new RpcError(RPC_CODE.invalidParams, words, `"Got: ${given}"`);
  }

  /** As `between`, for methods that also take their parameters as one object. */
  atMost(count: number): this {
    return this.#values.length > count ? this.between(0, count) : this;
  }

  has(index: number): boolean {
    return this.#values[index] !== undefined && this.#values[index] !== null;
  }

  at(index: number): unknown {
    return this.#values[index];
  }

  #required(index: number): unknown {
    const value = this.#values[index];
    if (value === undefined) throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`);
    return value;
  }

  string(index: number): string {
    return readString(this.#required(index));
  }

  strings(index: number): readonly string[] {
    return readStrings(this.#required(index));
  }

  key(index: number): Key {
    return readKey(this.string(index));
  }

  signature(index: number): Sig {
    return readSignature(this.string(index));
  }

  /** A whole number from 0 to 2^64, as exact as JavaScript reads it. */
  u64(index: number, type: Unsigned = "u64"): number {
    return readUnsigned(this.#required(index), type);
  }

  /** A configuration object; a missing one is empty. `name` is what a node calls it when it is something else. */
  config(index: number, name = "a map"): Config {
    const value = this.#values[index];
    if (value === undefined || value === null) return new Config({});
    if (typeof value !== "object" || Array.isArray(value)) throw wrongType(value, name);
    return new Config(value as Fields); // any object has unknown fields
  }

  /** A parameter that is a configuration or an older short form; anything else is refused without details. */
  eitherOf<T>(index: number, name: string, read: (value: unknown, config: () => Config) => T): T {
    try {
      return read(this.#values[index] ?? undefined, () => this.config(index));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw invalidParams(`Invalid params: data did not match any variant of untagged enum ${name}.`);
    }
  }

  /** A parameter that is nothing but a commitment: `{commitment}`, or left out for finalized. */
  commitment(index: number): Commitment {
    if (!this.has(index)) return "finalized";
    const config = this.config(index, "struct CommitmentConfig");
    const level = config.choice("commitment", COMMITMENTS);
    if (level === undefined) throw missingField("commitment");
    return level;
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

  /** The names of the fields that are there. */
  names(): string[] {
    return Object.keys(this.#fields);
  }

  at(name: string): unknown {
    return this.#fields[name] ?? undefined;
  }

  boolean(name: string): boolean {
    return this.flag(name) ?? false;
  }

  /** A boolean whose absence has its own meaning. */
  flag(name: string): boolean | undefined {
    const value = this.at(name);
    if (value !== undefined && typeof value !== "boolean") throw wrongType(value, "a boolean");
    return value;
  }

  u64(name: string, type: Unsigned = "u64"): number | undefined {
    const value = this.at(name);
    return value === undefined ? undefined : readUnsigned(value, type);
  }

  string(name: string): string | undefined {
    const value = this.at(name);
    return value === undefined ? undefined : readString(value);
  }

  strings(name: string): readonly string[] | undefined {
    const value = this.at(name);
    return value === undefined ? undefined : readStrings(value);
  }

  /** One of a set of words. */
  choice<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.at(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw wrongType(value, "string or map");
    const found = allowed.find((word) => word === value);
    if (found === undefined) throw unknownVariant(value, allowed);
    return found;
  }

  list(name: string): readonly unknown[] | undefined {
    const value = this.at(name);
    if (value !== undefined && !Array.isArray(value)) throw wrongType(value, "a sequence");
    return value;
  }

  nested(name: string, struct = "a map"): Config | undefined {
    const value = this.at(name);
    if (value === undefined) return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrongType(value, struct);
    return new Config(value as Fields); // any object has unknown fields
  }

  key(name: string): Key | undefined {
    const value = this.string(name);
    return value === undefined ? undefined : readKey(value);
  }

  signature(name: string): Sig | undefined {
    const value = this.string(name);
    return value === undefined ? undefined : readSignature(value);
  }

  /** The wanted commitment; Solana's default is finalized. */
  commitment(): Commitment {
    if (FORMER_COMMITMENTS.includes(this.at("commitment"))) return "finalized";
    return this.level("commitment") ?? "finalized";
  }

  /** A field that is a commitment's name. */
  level(name: string): Commitment | undefined {
    return this.choice(name, COMMITMENTS);
  }
}

/** Parses an address with Solana's error texts. */
export function readKey(text: string): Key {
  const key = parseKey(text);
  if (key === undefined) throw invalidParams(`Invalid param: ${reason(text, 44)}`);
  return key;
}

/** Parses a signature with Solana's error texts. */
export function readSignature(text: string): Sig {
  const signature = parseSig(text);
  if (signature === undefined) throw invalidParams(`Invalid param: ${reason(text, 88)}`);
  return signature;
}

/** Parses a blockhash, for which a node has a shorter error text. */
export function readHash(text: string): Key {
  const hash = parseKey(text);
  if (hash === undefined) throw invalidParams(reason(text, 44));
  return hash;
}

function reason(text: string, longest: number): "WrongSize" | "Invalid" {
  return text.length > longest || /^[1-9A-HJ-NP-Za-km-z]*$/.test(text) ? "WrongSize" : "Invalid";
}
