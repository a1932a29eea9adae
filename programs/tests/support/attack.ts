/** Helpers that the attack tests share. */
import { expect } from "vitest";
import { curveIdl, poolIdl } from "./idl.ts";
import { bent } from "./instructions.ts";
import type { Key } from "./keys.ts";
import type { Instruction } from "./machine.ts";
import type { Scene } from "./scene.ts";
import { factory, type Stage, type Tribe, vault } from "./stage.ts";

/** A curve error's code. */
export const code = (name: string): number => curveIdl.code(name);

/** Checks that the attack gets this error, and the victim's accounts do not change. */
export function refused({ stage, tribe, trader }: Scene, attack: Instruction, answer: number | string): void {
  const states = () =>
    [tribe.token, tribe.mint, trader, factory, vault].map((key) => [
      stage.machine.balance(key),
      stage.machine.data(key).toString("hex"),
    ]);
  const before = states();
  const sent = stage.send(attack);
  if (typeof answer === "number") expect(sent.error, sent.logs().join("\n")).toBe(answer);
  else expect(String(sent.error)).toContain(answer);
  expect(states()).toEqual(before);
}

/** The instruction with one account's address replaced. */
export const at = (one: Instruction, name: string, account: string, key: Key, idl = curveIdl): Instruction =>
  bent(
    one,
    idl.instruction(name).accounts.findIndex((meta) => meta.name === account),
    { key },
  );

/** An integer of a token's state. */
export const amount = (stage: Stage, tribe: Tribe, field: string): bigint =>
  stage.read("token", tribe.token)[field] as bigint; // the IDL says integers

/** A pool's fields. */
export const poolOf = (stage: Stage, tribe: Tribe) =>
  poolIdl.readAccount("pool", stage.machine.data(stage.places(tribe).pool));

export const noFees = {
  referralFee: 0n,
  affiliateFee: 0n,
  discountFee: 0n,
  platformBuyFee: 0n,
  platformSellFee: 0n,
  creatorBuyFee: 0n,
  creatorSellFee: 0n,
};
