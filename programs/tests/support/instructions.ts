/** Builds instructions from the IDL, and fills in the addresses that it contains. */
import { curveIdl, type Idl, type IdlAccount, type Values } from "./idl.ts";
import { derive, type Key, systemProgram, token2022 } from "./keys.ts";
import type { Instruction, Meta } from "./machine.ts";

const constants = new Map<string, Key>();

/** A PDA whose only seed is its name. */
export function constantPda(program: Key, seed: string): Key {
  const name = `${program}/${seed}`;
  const known = constants.get(name) ?? derive(program, seed).key;
  constants.set(name, known);
  return known;
}

const defaultOf = (idl: Idl, account: IdlAccount): Key | undefined => {
  const { defaultValue, isOptional } = account;
  if (isOptional) return idl.address;
  if (defaultValue?.kind === "programIdValueNode") return idl.address;
  if (defaultValue?.publicKey) return defaultValue.publicKey;
  // the pool program's `vault` depends on its pool
  const pda = idl === curveIdl ? defaultValue?.pda?.name : undefined;
  return pda === "factory" || pda === "vault" ? constantPda(idl.address, pda) : undefined;
};

/** An instruction by its names in the IDL. Optional accounts may be left out; any other missing one throws. */
export function instruction(
  idl: Idl,
  name: string,
  accounts: Readonly<Record<string, Key | undefined>>,
  args: Values = {},
): Instruction {
  const definition = idl.instruction(name);
  const metas = definition.accounts.map((account): Meta => {
    const key = accounts[account.name] ?? defaultOf(idl, account);
    if (key === undefined) throw new Error(`${name} needs ${account.name}`);
    const absent = account.isOptional === true && key === idl.address;
    return { key, signer: account.isSigner !== false && !absent, writable: account.isWritable && !absent };
  });
  return { program: idl.address, metas, data: idl.data(name, args) };
}

/** The instruction with the account at an index changed. */
export const bent = (one: Instruction, index: number, change: Partial<Meta>): Instruction => ({
  ...one,
  metas: one.metas.map((meta, at) => (at === index ? { ...meta, ...change } : meta)),
});

const word = (amount: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(amount);
  return bytes;
};
const signing = (key: Key, writable = false): Meta => ({ key, signer: true, writable });
const writing = (key: Key): Meta => ({ key, signer: false, writable: true });
const reading = (key: Key): Meta => ({ key, signer: false, writable: false });

/** The system program's transfer, in lamports. */
export const transferLamports = (from: Key, to: Key, lamports: bigint): Instruction => ({
  program: systemProgram,
  metas: [signing(from, true), writing(to)],
  data: Buffer.concat([Uint8Array.of(2, 0, 0, 0), word(lamports)]),
});

/** Burns base units outside our programs. */
export const burnTokens = (owner: Key, account: Key, mint: Key, units: bigint, program = token2022): Instruction => ({
  program,
  metas: [writing(account), writing(mint), signing(owner)],
  data: Buffer.concat([Uint8Array.of(8), word(units)]),
});

/** Mints base units outside our programs. */
export const mintTokens = (
  authority: Key,
  account: Key,
  mint: Key,
  units: bigint,
  program = token2022,
): Instruction => ({
  program,
  metas: [writing(mint), writing(account), signing(authority)],
  data: Buffer.concat([Uint8Array.of(7), word(units)]),
});

/** Transfers base units, with the check of decimals. */
export const transferTokens = (
  owner: Key,
  from: Key,
  to: Key,
  mint: Key,
  units: bigint,
  decimals: number,
): Instruction => ({
  program: token2022,
  metas: [writing(from), reading(mint), writing(to), signing(owner)],
  data: Buffer.concat([Uint8Array.of(12), word(units), Uint8Array.of(decimals)]),
});

/** Closes an empty token account in favour of its owner. */
export const closeTokenAccount = (owner: Key, account: Key): Instruction => ({
  program: token2022,
  metas: [writing(account), writing(owner), signing(owner)],
  data: Uint8Array.of(9),
});
