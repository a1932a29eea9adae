/** Rules for changing a token's creator, written from the specification: the same in both programs. */
import { isOnCurve } from "../support/curve25519.ts";
import { curveIdl } from "../support/idl.ts";
import { instruction } from "../support/instructions.ts";
import { bytesOf, type Key } from "../support/keys.ts";
import type { Instruction } from "../support/machine.ts";
import { vault } from "../support/stage.ts";
import { type Plan, Reasons, tokenEvent } from "./plan.ts";
import { type Model, nobody, type TribeState } from "./state.ts";

export type CreatorStep = {
  /** The creator that the instruction names. */
  readonly creator: Key;
  readonly newCreator: Key;
  /** Which of the two sign. */
  readonly signs: { readonly creator: boolean; readonly newCreator: boolean };
};

/** The reasons for refusing a change, by their errors' names. */
export function creatorReasons(model: Model, present: Key, { creator, newCreator, signs }: CreatorStep): string[] {
  const isWallet = isOnCurve(bytesOf(newCreator)) && !model.sizes.has(newCreator) && newCreator !== vault;
  return [
    ...(creator === present ? [] : ["invalidCreator"]),
    ...(signs.creator && signs.newCreator ? [] : ["missingSigner"]),
    ...(newCreator !== present && newCreator !== nobody && isWallet ? [] : ["invalidNewCreator"]),
  ];
}

/** The instruction with the step's signatures. */
export const signedBy = ({ creator, newCreator, signs }: CreatorStep, one: Instruction): Instruction => ({
  ...one,
  metas: one.metas.map((meta) =>
    meta.signer
      ? { ...meta, signer: (meta.key === creator && signs.creator) || (meta.key === newCreator && signs.newCreator) }
      : meta,
  ),
});

export function planChangeCreator(model: Model, step: CreatorStep & { readonly tribe: TribeState }): Plan {
  const { tribe, creator, newCreator } = step;
  const { token, mint } = tribe;
  const reasons = new Reasons();
  for (const name of creatorReasons(model, tribe.creator, step)) reasons.add(true, name);
  return {
    instructions: [signedBy(step, instruction(curveIdl, "changeCreator", { token, mint, creator, newCreator }))],
    reasons: reasons.list,
    apply: () => {
      const previous = tribe.creator;
      tribe.creator = newCreator;
      return [tokenEvent(tribe, "creatorChanged", { mint, previous, current: newCreator })];
    },
  };
}
