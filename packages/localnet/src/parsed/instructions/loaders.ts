import type { FieldReader } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";
import { type InstructionAccounts, type InstructionParser, parseByIndex } from "./instruction-accounts.ts";

const code = (data: FieldReader) => ({ offset: data.u32(), bytes: data.raw(data.length()).toString("base64") });

const LOADER: readonly InstructionParser[] = [
  (data, accounts) => ({ type: "write", info: { ...code(data), ...accounts.named("account") } }),
  (_data, accounts) => ({ type: "finalize", info: accounts.need(2).named("account") }),
];

const DEPLOY = ["payerAccount", "programDataAccount", "programAccount", "bufferAccount", "rentSysvar", "clockSysvar"];
const UPGRADE = ["programDataAccount", "programAccount", "bufferAccount", "spillAccount", "rentSysvar", "clockSysvar"];

// By the numbers of the upgradeable loader's instructions.
const UPGRADEABLE_LOADER: readonly InstructionParser[] = [
  (_data, accounts) => ({
    type: "initializeBuffer",
    info: accounts.count > 1 ? accounts.named("account", "authority") : accounts.named("account"),
  }),
  (data, accounts) => ({ type: "write", info: { ...code(data), ...accounts.named("account", "authority") } }),
  (data, accounts) => {
    const info = accounts.named(...DEPLOY, "systemProgram", "authority");
    return { type: "deployWithMaxDataLen", info: { maxDataLen: data.u64(), ...info } };
  },
  (_data, accounts) => ({ type: "upgrade", info: accounts.named(...UPGRADE, "authority") }),
  (_data, accounts) => ({
    type: "setAuthority",
    info: { ...accounts.named("account", "authority"), newAuthority: accounts.optional(2) },
  }),
  (_data, accounts) => ({
    type: "close",
    info: { ...accounts.named("account", "recipient", "authority"), programAccount: accounts.optional(3) },
  }),
  (data, accounts) => {
    const info = { additionalBytes: data.u32(), ...accounts.named("programDataAccount", "programAccount") };
    const rest = { systemProgram: accounts.optional(2), payerAccount: accounts.optional(3) };
    return { type: "extendProgram", info: { ...info, ...rest } };
  },
  (_data, accounts) => ({
    type: "setAuthorityChecked",
    info: accounts.named("account", "authority", "newAuthority"),
  }),
  (_data, accounts) => ({
    type: "migrate",
    info: accounts.named("programDataAccount", "programAccount", "authority"),
  }),
  (data, accounts) => {
    const named = accounts.named("programDataAccount", "programAccount", "authority");
    const rest = { systemProgram: accounts.optional(3), payerAccount: accounts.optional(4) };
    return { type: "extendProgramChecked", info: { additionalBytes: data.u32(), ...named, ...rest } };
  },
];

/** An instruction of the loader of programs that can't be upgraded (bincode). */
export function parseLoader(data: FieldReader, accounts: InstructionAccounts): ParsedData {
  return parseByIndex(LOADER, data.u32(), data, accounts);
}

/** An instruction of the upgradeable loader (bincode). */
export function parseUpgradeableLoaderInstruction(data: FieldReader, accounts: InstructionAccounts): ParsedData {
  return parseByIndex(UPGRADEABLE_LOADER, data.u32(), data, accounts);
}
