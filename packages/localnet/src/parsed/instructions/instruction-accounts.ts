import { base58Of, type Key } from "../../codec/keys.ts";
import { type FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";

type Named = Record<string, string>;

/** Parses an instruction, or throws UnparsableError when its data or accounts do not fit. */
export type InstructionParser = (data: FieldReader, accounts: InstructionAccounts) => ParsedData;

/** Parses by the number at the start of an instruction's data. */
export function parseByIndex(
  parsers: readonly (InstructionParser | undefined)[],
  index: number,
  data: FieldReader,
  accounts: InstructionAccounts,
): ParsedData {
  const parse = parsers[index];
  if (parse === undefined) throw new UnparsableError("unknown instruction");
  return parse(data, accounts);
}

/** The accounts of an instruction, by position. Reading past the end throws UnparsableError. */
export class InstructionAccounts {
  readonly #keys: readonly Key[];

  constructor(keys: readonly Key[]) {
    this.#keys = keys;
  }

  get count(): number {
    return this.#keys.length;
  }

  need(count: number): this {
    if (this.count < count) throw new UnparsableError("too few accounts");
    return this;
  }

  at(index: number): string {
    const key = this.#keys[index];
    if (key === undefined) throw new UnparsableError("too few accounts");
    return base58Of(key);
  }

  /** An account that older or shorter forms of an instruction omit. */
  optional(index: number): string | null {
    return index < this.count ? this.at(index) : null;
  }

  from(index: number): string[] {
    return this.#keys.slice(index).map(base58Of);
  }

  /** Some of the accounts, which must all be there. */
  slice(start: number, end: number): InstructionAccounts {
    this.need(end);
    return new InstructionAccounts(this.#keys.slice(start, end));
  }

  /** The first accounts under their names. */
  named(...names: readonly string[]): Named {
    return Object.fromEntries(names.map((name, index) => [name, this.at(index)]));
  }

  /** The signer: one account, or, when more follow it, a multisig and its signers. */
  signedBy(index: number, name: string, multisigName = multisig(name)): Record<string, string | string[]> {
    const signer = this.at(index);
    const signers = this.from(index + 1);
    return signers.length === 0 ? { [name]: signer } : { [multisigName]: signer, signers };
  }
}

function multisig(name: string): string {
  return `multisig${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
