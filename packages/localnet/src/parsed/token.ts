import { uiAmount } from "../chain/token.ts";
import { type AccountNames, addressIn, type InstructionWords } from "./words.ts";

const amountAt = (data: Buffer, at: number) => data.readBigUInt64LE(at);

/** The instructions that both token programs share, in words. */
export function parseToken(data: Buffer, name: AccountNames): InstructionWords | undefined {
  const plain = () => ({ amount: amountAt(data, 1).toString() });
  const checked = () => ({ tokenAmount: uiAmount(amountAt(data, 1), data.readUInt8(9)) });
  const optional = (at: number) => (data.readUInt8(at) === 0 ? undefined : addressIn(data, at + 1));
  switch (data.readUInt8(0)) {
    case 3:
      return { type: "transfer", info: { source: name(0), destination: name(1), authority: name(2), ...plain() } };
    case 4:
      return { type: "approve", info: { source: name(0), delegate: name(1), owner: name(2), ...plain() } };
    case 5:
      return { type: "revoke", info: { source: name(0), owner: name(1) } };
    case 7:
      return { type: "mintTo", info: { mint: name(0), account: name(1), mintAuthority: name(2), ...plain() } };
    case 8:
      return { type: "burn", info: { account: name(0), mint: name(1), authority: name(2), ...plain() } };
    case 9:
      return { type: "closeAccount", info: { account: name(0), destination: name(1), owner: name(2) } };
    case 12: {
      const info = { source: name(0), mint: name(1), destination: name(2), authority: name(3) };
      return { type: "transferChecked", info: { ...info, ...checked() } };
    }
    case 14: {
      const info = { mint: name(0), account: name(1), mintAuthority: name(2) };
      return { type: "mintToChecked", info: { ...info, ...checked() } };
    }
    case 15: {
      const info = { account: name(0), mint: name(1), authority: name(2) };
      return { type: "burnChecked", info: { ...info, ...checked() } };
    }
    case 17:
      return { type: "syncNative", info: { account: name(0) } };
    case 18:
      return { type: "initializeAccount3", info: { account: name(0), mint: name(1), owner: addressIn(data, 1) } };
    case 20: {
      const freezeAuthority = optional(34);
      const info = { mint: name(0), decimals: data.readUInt8(1), mintAuthority: addressIn(data, 2) };
      return { type: "initializeMint2", info: freezeAuthority === undefined ? info : { ...info, freezeAuthority } };
    }
    case 22:
      return { type: "initializeImmutableOwner", info: { account: name(0) } };
    default:
      return undefined;
  }
}
