import type { FieldReader } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";
import { type InstructionAccounts, type InstructionParser, parseByIndex } from "./instruction-accounts.ts";

// By the numbers of the system program's instructions.
const INSTRUCTIONS: readonly InstructionParser[] = [
  (data, accounts) => {
    const info = { ...accounts.named("source", "newAccount"), lamports: data.u64(), space: data.u64() };
    return { type: "createAccount", info: { ...info, owner: data.key() } };
  },
  (data, accounts) => ({ type: "assign", info: { ...accounts.named("account"), owner: data.key() } }),
  (data, accounts) => ({
    type: "transfer",
    info: { ...accounts.named("source", "destination"), lamports: data.u64() },
  }),
  (data, accounts) => {
    const info = { ...accounts.named("source", "newAccount"), base: data.key(), seed: data.bincodeText() };
    const rest = { lamports: data.u64(), space: data.u64(), owner: data.key() };
    return { type: "createAccountWithSeed", info: { ...info, ...rest } };
  },
  (_data, accounts) => ({
    type: "advanceNonce",
    info: accounts.named("nonceAccount", "recentBlockhashesSysvar", "nonceAuthority"),
  }),
  (data, accounts) => {
    const names = ["nonceAccount", "destination", "recentBlockhashesSysvar", "rentSysvar", "nonceAuthority"];
    return { type: "withdrawFromNonce", info: { ...accounts.named(...names), lamports: data.u64() } };
  },
  (data, accounts) => {
    const info = accounts.named("nonceAccount", "recentBlockhashesSysvar", "rentSysvar");
    return { type: "initializeNonce", info: { ...info, nonceAuthority: data.key() } };
  },
  (data, accounts) => ({
    type: "authorizeNonce",
    info: { ...accounts.named("nonceAccount", "nonceAuthority"), newAuthorized: data.key() },
  }),
  (data, accounts) => ({ type: "allocate", info: { ...accounts.named("account"), space: data.u64() } }),
  (data, accounts) => {
    const info = { ...accounts.need(2).named("account"), base: data.key(), seed: data.bincodeText() };
    return { type: "allocateWithSeed", info: { ...info, space: data.u64(), owner: data.key() } };
  },
  (data, accounts) => {
    const info = { ...accounts.need(2).named("account"), base: data.key(), seed: data.bincodeText() };
    return { type: "assignWithSeed", info: { ...info, owner: data.key() } };
  },
  (data, accounts) => {
    const info = { ...accounts.named("source", "sourceBase", "destination"), lamports: data.u64() };
    return { type: "transferWithSeed", info: { ...info, sourceSeed: data.bincodeText(), sourceOwner: data.key() } };
  },
  (_data, accounts) => ({ type: "upgradeNonce", info: accounts.named("nonceAccount") }),
  (data, accounts) => {
    const lamports = data.u64();
    const rest = { space: data.u64(), owner: data.key() };
    const info =
      lamports === 0 ? accounts.named("newAccount") : { ...accounts.named("newAccount", "source"), lamports };
    return { type: "createAccountAllowPrefund", info: { ...info, ...rest } };
  },
];

/** An instruction of the system program (bincode). */
export function parseSystem(data: FieldReader, accounts: InstructionAccounts): ParsedData {
  return parseByIndex(INSTRUCTIONS, data.u32(), data, accounts);
}
