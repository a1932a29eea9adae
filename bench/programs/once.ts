import {
  type Airdrop,
  cancel,
  close,
  firstSlot,
  init,
  listOf,
  mark,
  newAirdrops,
} from "../../programs/once/tests/airdrops.ts";
import { keyFor } from "../../programs/tests/support/keys.ts";
import type { Sent } from "../../programs/tests/support/machine.ts";
import { sol } from "../../programs/tests/support/machine.ts";
import { Random } from "../../programs/tests/support/random.ts";

/** Compute units of each instruction of `programs/once`, one for each sample. */
export type OnceCosts = Readonly<Record<"init" | "mark" | "cancel" | "close", readonly number[]>>;

const unitsOf = (sent: Sent): number => {
  if (sent.error !== undefined) throw new Error(`refused with ${sent.error}: ${sent.logs().join("\n")}`);
  return sent.units();
};

/** Airdrops of random authorities, lists and lengths, and any batch of each. */
export const measureOnce = (states: number): OnceCosts => {
  const random = new Random(20_261_122n);
  const { machine } = newAirdrops();
  const costs = { init: [] as number[], mark: [] as number[], cancel: [] as number[], close: [] as number[] };
  for (let state = 0; state < states; state += 1) {
    const authority = keyFor("chief", state);
    machine.fund(authority, sol);
    machine.slot = firstSlot + BigInt(state) * 200n;
    const batches = 1n + random.magnitude(81_152n);
    const airdrop: Airdrop = { authority, slot: machine.slot, list: listOf(`list ${state}`), batches };
    costs.init.push(unitsOf(machine.send(init(airdrop))));
    costs.mark.push(unitsOf(machine.send(mark(airdrop, random.below(batches)))));
    costs.cancel.push(unitsOf(machine.send(cancel(airdrop))));
    machine.slot += 151n;
    costs.close.push(unitsOf(machine.send(close(airdrop))));
  }
  return costs;
};
