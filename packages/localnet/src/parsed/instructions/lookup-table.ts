import type { FieldReader } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";
import { type InstructionAccounts, type InstructionParser, parseByIndex } from "./instruction-accounts.ts";

const TABLE = ["lookupTableAccount", "lookupTableAuthority"];

// By the numbers of the lookup table program's instructions.
const INSTRUCTIONS: readonly InstructionParser[] = [
  (data, accounts) => {
    const info = accounts.named(...TABLE, "payerAccount", "systemProgram");
    return { type: "createLookupTable", info: { ...info, recentSlot: data.u64(), bumpSeed: data.u8() } };
  },
  (_data, accounts) => ({ type: "freezeLookupTable", info: accounts.named(...TABLE) }),
  (data, accounts) => {
    const named = accounts.count >= 4 ? [...TABLE, "payerAccount", "systemProgram"] : TABLE;
    return {
      type: "extendLookupTable",
      info: { ...accounts.named(...named), newAddresses: data.list(() => data.key()) },
    };
  },
  (_data, accounts) => ({ type: "deactivateLookupTable", info: accounts.named(...TABLE) }),
  (_data, accounts) => ({ type: "closeLookupTable", info: accounts.named(...TABLE, "recipient") }),
];

/** An instruction of the address lookup table program (bincode). */
export function parseLookupTableInstruction(data: FieldReader, accounts: InstructionAccounts): ParsedData {
  return parseByIndex(INSTRUCTIONS, data.u32(), data, accounts);
}
