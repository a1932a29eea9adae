import {
  LOOKUP_TABLE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
} from "../chain/accounts/account.ts";
import { encodeBase58 } from "../codec/base58.ts";
import { base58Of, type Key, knownKey } from "../codec/keys.ts";
import type { CompiledInstruction } from "../transaction/wire.ts";
import { FieldReader, UnparsableError } from "./field-reader.ts";
import { parseAssociatedToken } from "./instructions/associated-token.ts";
import { InstructionAccounts, type InstructionParser } from "./instructions/instruction-accounts.ts";
import { parseLoader, parseUpgradeableLoaderInstruction } from "./instructions/loaders.ts";
import { parseLookupTableInstruction } from "./instructions/lookup-table.ts";
import { parseSystem } from "./instructions/system.ts";
import { parseToken } from "./instructions/token/token.ts";
import type { ParsedData } from "./parsed-data.ts";

const MEMOS: ReadonlySet<Key> = new Set([
  knownKey("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"),
  knownKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
]);

const PARSERS: ReadonlyMap<Key, { readonly program: string; readonly parse: InstructionParser }> = new Map([
  [SYSTEM_PROGRAM, { program: "system", parse: parseSystem }],
  [TOKEN_PROGRAM, { program: "spl-token", parse: parseToken }],
  [TOKEN_2022_PROGRAM, { program: "spl-token", parse: parseToken }],
  [
    knownKey("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"),
    { program: "spl-associated-token-account", parse: parseAssociatedToken },
  ],
  [LOOKUP_TABLE_PROGRAM, { program: "address-lookup-table", parse: parseLookupTableInstruction }],
  [knownKey("BPFLoader2111111111111111111111111111111111"), { program: "bpf-loader", parse: parseLoader }],
  [UPGRADEABLE_LOADER, { program: "bpf-upgradeable-loader", parse: parseUpgradeableLoaderInstruction }],
]);

/**
 * One instruction in the `jsonParsed` form: parsed when the program is known and the data valid, otherwise with its accounts'
 * addresses and its data in base58.
 */
export function parseInstruction(instruction: CompiledInstruction, keys: readonly Key[], stackHeight: number): unknown {
  const program = keys[instruction.programIdIndex] ?? SYSTEM_PROGRAM;
  const accounts = [...instruction.accounts].map((index) => keys[index]).filter((key) => key !== undefined);
  const programId = base58Of(program);
  const words = describe(program, instruction.data, accounts);
  if (words !== undefined) return { ...words, programId, stackHeight };
  return { programId, accounts: accounts.map(base58Of), data: encodeBase58(instruction.data), stackHeight };
}

function describe(
  program: Key,
  data: Buffer,
  accounts: readonly Key[],
): { readonly program: string; readonly parsed: ParsedData | string } | undefined {
  const reader = new FieldReader(data);
  try {
    if (MEMOS.has(program)) return { program: "spl-memo", parsed: reader.text(data.length) };
    const parser = PARSERS.get(program);
    if (parser === undefined || accounts.length === 0) return undefined;
    return { program: parser.program, parsed: parser.parse(reader, new InstructionAccounts(accounts)) };
  } catch (error) {
    if (error instanceof UnparsableError) return undefined;
    throw error;
  }
}
