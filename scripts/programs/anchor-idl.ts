/** The same definitions as an Anchor IDL (spec 0.1.0), with which explorers show instructions, accounts and errors. */
import { getBase58Encoder } from "@solana/kit";
import {
  type Account,
  type AccountSlot,
  type Definition,
  type Field,
  type Instruction,
  knownPrograms,
  type Struct,
  upgradeableLoader,
} from "./definition.ts";

/** Fields that a migration appends are left out: Anchor has no type for optional fields at an account's end. */
export function anchorIdl(definition: Definition): unknown {
  return {
    address: definition.address,
    metadata: { name: definition.name, version: definition.version, spec: "0.1.0" },
    instructions: definition.instructions.map((one) => ({
      name: one.name,
      docs: one.docs,
      discriminator: one.discriminator,
      accounts: one.accounts.map((each) => slot(each, one, definition)),
      args: one.args.map(field),
    })),
    accounts: definition.accounts.map(tag),
    events: definition.events.map(tag),
    errors: definition.errors.map((one) => ({ code: one.code, name: one.name, msg: one.message })),
    types: [...definition.accounts.map(withoutDiscriminator), ...definition.types, ...definition.events].map((one) => ({
      name: one.name,
      docs: one.docs,
      type: { kind: "struct", fields: one.fields.map(field) },
    })),
  };
}

function tag(one: { name: string; discriminator: readonly number[] }) {
  return { name: one.name, discriminator: one.discriminator };
}

function withoutDiscriminator(account: Account): Struct {
  return { ...account, fields: account.fields.filter((one) => one.name !== "discriminator") };
}

function field(one: Field) {
  return { name: one.name, ...(one.docs.length > 0 ? { docs: one.docs } : {}), type: type(one.type) };
}

function slot(one: AccountSlot, instruction: Instruction, definition: Definition) {
  const address = one.address === "self" ? definition.address : knownPrograms[one.address ?? ""]?.address;
  return {
    name: one.name,
    ...(one.docs.length > 0 ? { docs: one.docs } : {}),
    ...(one.writable ? { writable: true } : {}),
    ...(one.signer ? { signer: true } : {}),
    ...(one.optional ? { optional: true } : {}),
    ...(address ? { address } : {}),
    ...(one.pda ? { pda: pda(one.pda, instruction, definition) } : {}),
  };
}

function pda(one: NonNullable<AccountSlot["pda"]>, instruction: Instruction, definition: Definition) {
  const seeds = one.inputs.map((path) => ({
    kind: instruction.args.some((each) => each.name === path) ? "arg" : "account",
    path,
  }));
  if (one.name === "program_data")
    return { seeds: [{ kind: "const", value: bytesOf(definition.address) }], program: constant(upgradeableLoader) };
  if (one.name === "associated_token")
    return { seeds, program: constant(knownPrograms.associated_token?.address ?? "") };
  const own = definition.pdas.find((each) => each.name === one.name);
  if (!own) throw new Error(`unknown seeds ${one.name}`);
  return { seeds: [{ kind: "const", value: [...Buffer.from(own.seed)] }, ...seeds] };
}

function constant(address: string) {
  return { kind: "const", value: bytesOf(address) };
}

function bytesOf(address: string): number[] {
  return [...getBase58Encoder().encode(address)];
}

function type(rust: string): unknown {
  if (rust === "Address") return "pubkey";
  if (rust === "Flag") return "bool";
  if (rust === "&'a str") return "string";
  if (rust === "Order") return { defined: { name: "Order" } };
  const list = /^\[(\w+); (\d+)\]$/.exec(rust);
  return list ? { array: [list[1], Number(list[2])] } : rust;
}
