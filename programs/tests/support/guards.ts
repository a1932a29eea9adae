/** Guards that the owner of a Token-2022 account can set in any wallet. */
import { associatedToken, type Key, systemProgram, token2022 } from "./keys.ts";
import type { Instruction } from "./machine.ts";
import { must, type Stage } from "./stage.ts";

/** Extension type, and the instruction that enables it. */
const guards = { "memo transfer": [8, 30], "CPI guard": [11, 34] } as const;
export type Guard = keyof typeof guards;

const meta = (key: Key, signer: boolean, writable: boolean) => ({ key, signer, writable });

const switched = (owner: Key, mint: Key, guard: Guard, off: 0 | 1): Instruction => ({
  program: token2022,
  metas: [meta(associatedToken(owner, mint), false, true), meta(owner, true, false)],
  data: Uint8Array.of(guards[guard][1], off),
});

/** Adds the guard to an owner's associated account, and enables it. */
export function switchOn(stage: Stage, owner: Key, mint: Key, guard: Guard): void {
  const grow: Instruction = {
    program: token2022,
    metas: [
      meta(associatedToken(owner, mint), false, true),
      meta(owner, true, true),
      meta(systemProgram, false, false),
      meta(owner, true, false),
    ],
    data: Uint8Array.of(29, guards[guard][0], 0),
  };
  must(stage.send(grow, switched(owner, mint, guard, 0)));
}

export function switchOff(stage: Stage, owner: Key, mint: Key, guard: Guard): void {
  must(stage.send(switched(owner, mint, guard, 1)));
}
