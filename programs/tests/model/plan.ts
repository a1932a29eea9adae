/** A step's instruction, the reasons for which it must be refused, and its changes if it is not. */
import { curveIdl, type Values } from "../support/idl.ts";
import { type Instruction, rentOf } from "../support/machine.ts";
import { factory } from "../support/stage.ts";
import type { Event, Model, Reason, TribeState } from "./state.ts";

export type Plan = {
  readonly instructions: readonly Instruction[];
  /** The step must be refused for one of these; without any it must succeed. */
  readonly reasons: readonly Reason[];
  /** Applies the expected changes to the model. Called only without reasons. */
  readonly apply: () => Event[];
};

/** Collects reasons by their error names in the IDL. */
export class Reasons {
  readonly list: Reason[] = [];

  add(condition: boolean, name: string): void {
    if (condition) this.list.push(curveIdl.errors.find((one) => one.name === name)?.code ?? name);
  }
}

/** The token program's own code for an insufficient balance. */
export const tooFewTokens = 1;

/** The runtime refuses to leave a wallet with less than its rent-exempt minimum, except zero. */
export function strands(left: bigint): boolean {
  return left > 0n && left < rentOf(0);
}

/** The next event of the factory. */
export function factoryEvent(model: Model, type: string, fields: Values): Event {
  const seq = model.factory.seq;
  model.factory.seq += 1n;
  return { idl: curveIdl, signer: factory, type, fields: { seq, ...fields } };
}

/** The next event of a token. */
export function tokenEvent(tribe: TribeState, type: string, fields: Values): Event {
  const seq = tribe.state.seq;
  tribe.state.seq += 1n;
  return { idl: curveIdl, signer: tribe.token, type, fields: { seq, tokenId: tribe.id, ...fields } };
}

export const referralBit = 1;
export const affiliateBit = 2;
export const discountBit = 4;
/** An affiliate is a referrer, and there are three flag bits. */
export const flagsAreKnown = (bits: number): boolean =>
  bits < 8 && ((bits & affiliateBit) === 0 || (bits & referralBit) !== 0);
