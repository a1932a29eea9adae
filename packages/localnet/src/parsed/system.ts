import { jsonInteger } from "../codec/json.ts";
import { type AccountNames, addressIn, type InstructionWords } from "./words.ts";

const u64 = (data: Buffer, at: number) => jsonInteger(data.readBigUInt64LE(at));

/** The system program's instructions in words. */
export function parseSystem(data: Buffer, name: AccountNames): InstructionWords | undefined {
  switch (data.readUInt32LE(0)) {
    case 0: {
      const info = { source: name(0), newAccount: name(1), lamports: u64(data, 4), space: u64(data, 12) };
      return { type: "createAccount", info: { ...info, owner: addressIn(data, 20) } };
    }
    case 1:
      return { type: "assign", info: { account: name(0), owner: addressIn(data, 4) } };
    case 2:
      return { type: "transfer", info: { source: name(0), destination: name(1), lamports: u64(data, 4) } };
    case 4: {
      const info = { nonceAccount: name(0), recentBlockhashesSysvar: name(1), nonceAuthority: name(2) };
      return { type: "advanceNonce", info };
    }
    case 8:
      return { type: "allocate", info: { account: name(0), space: u64(data, 4) } };
    default:
      return undefined;
  }
}
