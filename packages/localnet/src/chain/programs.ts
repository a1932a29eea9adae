import { type Key, keyAt } from "../codec/keys.ts";
import { type AccountWrite, type ChainAccount, UPGRADEABLE_LOADER } from "./accounts/account.ts";
import type { Engine } from "./engine.ts";

const PROGRAM = 2;
const PROGRAM_SIZE = 36;
const PROGRAM_DATA = 3;
const PROGRAM_DATA_HEADER = 45;

/** The address of an upgradeable program's code; `undefined` for every other account. */
export function programDataOf(account: ChainAccount): Key | undefined {
  const { owner, data } = account;
  const isProgram = owner === UPGRADEABLE_LOADER && data.length >= PROGRAM_SIZE && data.readUInt32LE(0) === PROGRAM;
  return isProgram ? keyAt(data, 4) : undefined;
}

/** Whether a program's code can run in a slot: it is not closed, and was deployed or upgraded in an earlier slot. */
function stateOf(code: ChainAccount | null, slot: number): "callable" | "next slot" | "closed" {
  if (code === null || code.owner !== UPGRADEABLE_LOADER || code.data.length < PROGRAM_DATA_HEADER) return "closed";
  if (code.data.readUInt32LE(0) !== PROGRAM_DATA) return "closed";
  return Number(code.data.readBigUInt64LE(4)) >= slot ? "next slot" : "callable";
}

/**
 * Writes accounts into the engine so that programs become callable as on a node. LiteSVM loads a program when its account is
 * written, at once and regardless of its code: here a new program or version runs from the next slot on, and a closed one
 * never.
 */
export class Programs {
  readonly #engine: Engine;
  readonly #waiting = new Map<Key, ChainAccount>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Orders code before the programs that point to it, as of a slot. */
  write(writes: readonly AccountWrite[], slot: number): void {
    for (const { key, account } of writes) if (account?.executable !== true) this.#engine.set(key, account);
    for (const { key, account } of writes) if (account?.executable === true) this.#place(key, account, slot);
  }

  /** Makes programs of earlier slots callable. */
  beginSlot(slot: number): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [key, account] of waiting) this.#place(key, account, slot);
  }

  #place(key: Key, account: ChainAccount, slot: number): void {
    const codeKey = programDataOf(account);
    const code = codeKey === undefined ? null : this.#engine.get(codeKey);
    const state = codeKey === undefined ? "callable" : stateOf(code, slot);
    this.#waiting.delete(key);
    if (state === "next slot") this.#waiting.set(key, account);
    if (codeKey === undefined || state === "callable") {
      this.#engine.set(key, account);
      return;
    }
    // Without its code the engine marks the program as closed; the code's account itself stays readable.
    this.#engine.set(codeKey, null);
    this.#engine.set(key, account);
    this.#engine.set(codeKey, code);
  }
}
