import { SYSTEM_PROGRAM } from "../chain/account.ts";
import { isTokenProgram } from "../chain/token.ts";
import { encodeBase58 } from "../codec/base58.ts";
import { base58Of, type Key, knownKey } from "../codec/keys.ts";
import type { CompiledInstruction } from "../transaction/wire.ts";
import { parseSystem } from "./system.ts";
import { parseToken } from "./token.ts";
import type { AccountNames, InstructionWords } from "./words.ts";

const MEMO = knownKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const ASSOCIATED_TOKEN = knownKey("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");

/** One instruction in the `jsonParsed` form: in words when the program is known, else with its accounts spelt out. */
export function parseInstruction(instruction: CompiledInstruction, keys: readonly Key[], stackHeight: number): unknown {
  const program = keys[instruction.programIdIndex] ?? SYSTEM_PROGRAM;
  const accounts = [...instruction.accounts].map((index) => keys[index]).filter((key) => key !== undefined);
  const programId = base58Of(program);
  const name: AccountNames = (index) => {
    const key = accounts[index];
    return key === undefined ? "" : base58Of(key);
  };
  try {
    if (program === MEMO) {
      return { program: "spl-memo", programId, parsed: instruction.data.toString("utf8"), stackHeight };
    }
    const parsed = parseKnown(program, instruction.data, name);
    if (parsed !== undefined) return { program: parsed.program, programId, parsed: parsed.words, stackHeight };
  } catch (error) {
    // Data that ends early: shown as it is, below.
    if (!(error instanceof RangeError)) throw error;
  }
  return { programId, accounts: accounts.map(base58Of), data: encodeBase58(instruction.data), stackHeight };
}

function parseKnown(program: Key, data: Buffer, name: AccountNames) {
  if (program === SYSTEM_PROGRAM) return wrap("system", parseSystem(data, name));
  if (isTokenProgram(program)) return wrap("spl-token", parseToken(data, name));
  if (program !== ASSOCIATED_TOKEN || data.length > 1 || (data[0] ?? 0) > 1) return undefined;
  const type = data[0] === 1 ? "createIdempotent" : "create";
  const info = {
    source: name(0),
    account: name(1),
    wallet: name(2),
    mint: name(3),
    systemProgram: name(4),
    tokenProgram: name(5),
  };
  return wrap("spl-associated-token-account", { type, info });
}

function wrap(program: string, words: InstructionWords | undefined) {
  return words === undefined ? undefined : { program, words };
}
