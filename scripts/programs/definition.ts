/** The definitions of a program's Rust source, from which every IDL is generated. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A field of an account, event or argument list, with the Rust type as written. */
export type Field = { readonly name: string; readonly docs: readonly string[]; readonly type: string };

/** An account that an instruction takes, in order. */
export type AccountSlot = {
  readonly name: string;
  readonly docs: readonly string[];
  readonly signer: boolean;
  readonly writable: boolean;
  readonly optional: boolean;
  /** A well-known program, or `self`. */
  readonly address?: string;
  /** How a client finds it: a seed list by name, with the accounts or arguments that fill it. */
  readonly pda?: { readonly name: string; readonly inputs: readonly string[] };
};

export type Struct = {
  readonly name: string;
  readonly docs: readonly string[];
  readonly fields: readonly Field[];
};
export type Tagged = Struct & { readonly discriminator: readonly number[] };
export type Account = Tagged & { readonly appended?: Struct };
export type Instruction = {
  readonly name: string;
  readonly docs: readonly string[];
  readonly discriminator: readonly number[];
  readonly args: readonly Field[];
  readonly accounts: readonly AccountSlot[];
};
export type ErrorDefinition = {
  readonly name: string;
  readonly code: number;
  readonly message: string;
  readonly docs: readonly string[];
};
export type Pda = {
  readonly name: string;
  readonly seed: string;
  readonly inputs: readonly { name: string; type: string }[];
};

export type Definition = {
  readonly name: string;
  readonly address: string;
  readonly version: string;
  readonly pdas: readonly Pda[];
  readonly accounts: readonly Account[];
  readonly instructions: readonly Instruction[];
  readonly events: readonly Tagged[];
  readonly types: readonly Struct[];
  readonly errors: readonly ErrorDefinition[];
};

const addresses = readFileSync(join(import.meta.dirname, "../../programs/kit/src/addresses.rs"), "utf8");

/** The address of one of our programs. @throws when the Rust source names no such program */
export function programAddress(name: string): string {
  const found = new RegExp(`${name.toUpperCase()}_PROGRAM: &str = "(\\w+)"`).exec(addresses)?.[1];
  if (!found) throw new Error(`programs/kit/src/addresses.rs has no address of ${name}`);
  return found;
}

/** Programs that an instruction calls, by the name that account docs use. */
export const knownPrograms: Readonly<Record<string, { name: string; address: string }>> = {
  system: { name: "systemProgram", address: "11111111111111111111111111111111" },
  token_2022: { name: "token2022Program", address: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb" },
  pool: { name: "poolProgram", address: programAddress("pool") },
  associated_token: {
    name: "associatedTokenProgram",
    address: "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  },
};

/** Loader that keeps a program's data and upgrade authority at a PDA of the program's address. */
export const upgradeableLoader = "BPFLoaderUpgradeab1e11111111111111111111111";

/** `max_lamports` → `maxLamports`. */
export function camel(snake: string): string {
  return snake.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `TokenBought` → `tokenBought`. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
