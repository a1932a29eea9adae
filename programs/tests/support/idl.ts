/** Reads a program's committed IDL: accounts, errors, layouts and arguments, so that no test repeats them. */
import { existsSync, readFileSync } from "node:fs";
import { bytesOf, type Key, keyOf } from "./keys.ts";

type Typed =
  | { kind: "numberTypeNode"; format: "u8" | "u16" | "u32" | "u64" | "i64" }
  | { kind: "publicKeyTypeNode" }
  | { kind: "booleanTypeNode"; size: Typed }
  | { kind: "bytesTypeNode" }
  | { kind: "stringTypeNode" }
  | { kind: "fixedSizeTypeNode"; size: number; type: Typed }
  | { kind: "sizePrefixTypeNode"; type: Typed; prefix: Typed }
  | { kind: "arrayTypeNode"; item: Typed; count: { value: number } }
  | { kind: "remainderOptionTypeNode"; item: Typed }
  | { kind: "structTypeNode"; fields: readonly Field[] }
  | { kind: "definedTypeLinkNode"; name: string };
type Field = { name: string; type: Typed; defaultValue?: { data?: string } };

/** An instruction's description of an account in its IDL. */
export type IdlAccount = {
  readonly name: string;
  readonly isSigner: boolean | "either";
  readonly isWritable: boolean;
  readonly isOptional?: boolean;
  readonly docs?: readonly string[];
  readonly defaultValue?: { kind: string; publicKey?: string; pda?: { name: string } };
};
export type IdlInstruction = {
  readonly name: string;
  readonly accounts: readonly IdlAccount[];
  readonly arguments: readonly Field[];
};
type Parsed = {
  program: {
    publicKey: string;
    accounts: { name: string; data: Typed }[];
    instructions: IdlInstruction[];
    definedTypes: { name: string; type: Typed }[];
    errors: { name: string; code: number; message: string }[];
  };
};

/** Values in JavaScript: integers as bigint, addresses in base58, bytes as arrays. */
export type Value =
  | undefined
  | bigint
  | boolean
  | string
  | Uint8Array
  | readonly Value[]
  | { readonly [field: string]: Value };
export type Values = Readonly<Record<string, Value>>;

const widths = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8 } as const;
/** Longer than any account, instruction or event of ours. */
const scratch = Buffer.alloc(4_096);

/** One program's IDL with encoders and decoders derived from it. Unknown names throw. */
export class Idl {
  readonly address: Key;
  readonly instructions: readonly IdlInstruction[];
  readonly errors: readonly { name: string; code: number; message: string }[];
  readonly #types = new Map<string, Typed>();
  readonly #accounts = new Map<string, Typed>();

  constructor(path: URL) {
    const { program } = JSON.parse(readFileSync(path, "utf8")) as Parsed; // our own generator wrote it
    this.address = program.publicKey;
    this.instructions = program.instructions;
    this.errors = program.errors;
    for (const { name, type } of program.definedTypes) this.#types.set(name, type);
    for (const { name, data } of program.accounts) this.#accounts.set(name, data);
  }

  /** Throws for an unknown name. */
  instruction(name: string): IdlInstruction {
    return found(
      this.instructions.find((one) => one.name === name),
      name,
    );
  }

  /** An error's code. */
  code(name: string): number {
    return found(
      this.errors.find((one) => one.name === name),
      name,
    ).code;
  }

  /** Names of the defined types, of which events and arguments consist. */
  get types(): string[] {
    return [...this.#types.keys()];
  }

  /** An instruction's data. */
  data(name: string, args: Values): Buffer {
    const end = this.instruction(name).arguments.reduce(
      (at, field) => this.#write(field.type, args[field.name] ?? constant(field), at, `${name}.${field.name}`),
      0,
    );
    return Buffer.from(scratch.subarray(0, end));
  }

  /** An account's data. */
  account(name: string, values: Values): Buffer {
    const end = this.#write(found(this.#accounts.get(name), name), values, 0, name);
    return Buffer.from(scratch.subarray(0, end));
  }

  /** A defined type's bytes, such as an event's fields. */
  encode(type: string, values: Values): Buffer {
    const end = this.#write(found(this.#types.get(type), type), values, 0, type);
    return Buffer.from(scratch.subarray(0, end));
  }

  /** The fields of an account, without what follows them. */
  readAccount(name: string, data: Uint8Array): Record<string, Value> {
    return struct(this.#read(found(this.#accounts.get(name), name), Buffer.from(data), 0)[0]);
  }

  decode(type: string, data: Uint8Array): Record<string, Value> {
    return struct(this.#read(found(this.#types.get(type), type), Buffer.from(data), 0)[0]);
  }

  #write(type: Typed, value: Value | undefined, at: number, path: string): number {
    const wrong = () => new Error(`${path} takes no ${typeof value}`);
    switch (type.kind) {
      case "numberTypeNode": {
        if (typeof value !== "bigint") throw wrong();
        if (type.format === "i64") scratch.writeBigInt64LE(value, at);
        else if (type.format === "u64") scratch.writeBigUInt64LE(value, at);
        else scratch.writeUIntLE(Number(value), at, widths[type.format]);
        return at + widths[type.format];
      }
      case "booleanTypeNode":
        return this.#write(type.size, value ? 1n : 0n, at, path);
      case "publicKeyTypeNode":
        if (typeof value !== "string") throw wrong();
        scratch.set(bytesOf(value), at);
        return at + 32;
      case "fixedSizeTypeNode":
        if (!(value instanceof Uint8Array) || value.length !== type.size) throw wrong();
        scratch.set(value, at);
        return at + type.size;
      case "sizePrefixTypeNode": {
        const bytes = typeof value === "string" ? Buffer.from(value) : value;
        if (!(bytes instanceof Uint8Array)) throw wrong();
        const start = this.#write(type.prefix, BigInt(bytes.length), at, path);
        scratch.set(bytes, start);
        return start + bytes.length;
      }
      case "arrayTypeNode":
        if (!Array.isArray(value) || value.length !== type.count.value) throw wrong();
        return value.reduce<number>((next, item, index) => this.#write(type.item, item, next, `${path}[${index}]`), at);
      case "structTypeNode": {
        if (typeof value !== "object" || value instanceof Uint8Array) throw wrong();
        const values = value as Values; // arrays have no field of these names
        return type.fields.reduce(
          (next, field) =>
            this.#write(field.type, values[field.name] ?? constant(field), next, `${path}.${field.name}`),
          at,
        );
      }
      case "remainderOptionTypeNode":
        return value === undefined ? at : this.#write(type.item, value, at, path);
      case "definedTypeLinkNode":
        return this.#write(found(this.#types.get(type.name), type.name), value, at, path);
      default:
        throw new Error(`${path}: ${type.kind} is new here`);
    }
  }

  #read(type: Typed, data: Buffer, at: number): [Value, number] {
    switch (type.kind) {
      case "numberTypeNode": {
        const width = widths[type.format];
        if (type.format === "i64") return [data.readBigInt64LE(at), at + width];
        if (type.format === "u64") return [data.readBigUInt64LE(at), at + width];
        return [BigInt(data.readUIntLE(at, width)), at + width];
      }
      case "booleanTypeNode": {
        const [value, next] = this.#read(type.size, data, at);
        return [value !== 0n, next];
      }
      case "publicKeyTypeNode":
        return [keyOf(data.subarray(at, at + 32)), at + 32];
      case "fixedSizeTypeNode":
        return [Uint8Array.from(data.subarray(at, at + type.size)), at + type.size];
      case "structTypeNode": {
        const values: Record<string, Value> = {};
        let next = at;
        for (const field of type.fields) [values[field.name], next] = this.#read(field.type, data, next);
        return [values, next];
      }
      case "arrayTypeNode": {
        const values: Value[] = [];
        let next = at;
        for (let item = 0; item < type.count.value; item += 1) {
          const [value, after] = this.#read(type.item, data, next);
          values.push(value);
          next = after;
        }
        return [values, next];
      }
      case "remainderOptionTypeNode":
        return at < data.length ? this.#read(type.item, data, at) : [undefined, at];
      case "definedTypeLinkNode":
        return this.#read(found(this.#types.get(type.name), type.name), data, at);
      default:
        throw new Error(`${type.kind} is read nowhere yet`);
    }
  }
}

const constant = (field: Field): Uint8Array | undefined =>
  field.defaultValue?.data === undefined ? undefined : Buffer.from(field.defaultValue.data, "hex");

const struct = (value: Value): Record<string, Value> => value as Record<string, Value>; // read from a struct's node

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the IDL knows no ${name}`);
  return value;
}

const folder = new URL("../../", import.meta.url);
export const curveIdl = new Idl(new URL("curve/idl.json", folder));
export const onceIdl = new Idl(new URL("once/idl.json", folder));
export const poolIdl = existsSync(new URL("pool/idl.json", folder))
  ? new Idl(new URL("pool/idl.json", folder))
  : curveIdl;
