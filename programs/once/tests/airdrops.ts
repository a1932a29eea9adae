/** Airdrops of `programs/once` in a separate virtual machine. */
import { createHash } from "node:crypto";
import { onceIdl } from "../../tests/support/idl.ts";
import { instruction } from "../../tests/support/instructions.ts";
import { bytesOf, derive, type Key, keyFor } from "../../tests/support/keys.ts";
import { type Instruction, Machine, sol } from "../../tests/support/machine.ts";
import { artifact } from "../../tests/support/stage.ts";

/** The seeds of an airdrop's address, and its number of batches. */
export type Airdrop = {
  readonly authority: Key;
  readonly slot: bigint;
  readonly list: Uint8Array;
  readonly batches: bigint;
};

/** Bytes of the account before the bits. */
export const head = 96;
/** The slot at which the tests begin. */
export const firstSlot = 10_000n;

export const listOf = (name: string): Uint8Array => createHash("sha256").update(name).digest();
export const placeOf = ({ authority, slot, list }: Airdrop): { key: Key; bump: number } =>
  derive(onceIdl.address, "once", bytesOf(authority), slot, list);
export const sizeOf = ({ batches }: Pick<Airdrop, "batches">): number => head + Math.ceil(Number(batches) / 8);

export const init = (airdrop: Airdrop): Instruction => {
  const { authority, slot, list, batches } = airdrop;
  return instruction(onceIdl, "init", { authority, once: placeOf(airdrop).key }, { slot, list, batches });
};
const acts = (name: string) => (airdrop: Airdrop) =>
  instruction(onceIdl, name, { authority: airdrop.authority, once: placeOf(airdrop).key });
export const mark = (airdrop: Airdrop, index: bigint): Instruction =>
  instruction(onceIdl, "mark", { authority: airdrop.authority, once: placeOf(airdrop).key }, { index });
export const cancel = acts("cancel");
export const close = acts("close");

/** A machine with only this program, and a funded authority. */
export const newAirdrops = (): { machine: Machine; authority: Key; airdrop: Airdrop } => {
  const machine = new Machine([{ address: onceIdl.address, path: artifact("once") }]);
  const authority = keyFor("chief");
  machine.fund(authority, 10n * sol);
  machine.slot = firstSlot;
  return { machine, authority, airdrop: { authority, slot: firstSlot, list: listOf("list"), batches: 20n } };
};
