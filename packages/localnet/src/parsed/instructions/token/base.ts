import { uiAmount } from "../../../chain/accounts/token.ts";
import { type FieldReader, UnparsableError } from "../../field-reader.ts";
import { extensionTypeName } from "../../token/extensions/extensions.ts";
import type { InstructionAccounts, InstructionParser } from "../instruction-accounts.ts";

const AUTHORITY_TYPES = [
  "mintTokens",
  "freezeAccount",
  "accountOwner",
  "closeAccount",
  "transferFeeConfig",
  "withheldWithdraw",
  "closeMint",
  "interestRate",
  "permanentDelegate",
  "confidentialTransferMint",
  "transferHookProgramId",
  "confidentialTransferFeeConfig",
  "metadataPointer",
  "groupPointer",
  "groupMemberPointer",
  "scaledUiAmount",
  "pause",
  "permissionedBurn",
];

/** An amount in base units, as text. */
export const plainAmount = (data: FieldReader) => ({ amount: data.bigU64().toString() });

/** An amount with the decimals in the instruction itself. */
export const checkedAmount = (data: FieldReader) => ({ tokenAmount: uiAmount(data.bigU64(), data.u8()) });

const optionalKey = (data: FieldReader) => data.option(() => data.key());

function extensionTypes(data: FieldReader): string[] {
  const names: string[] = [];
  while (data.remaining > 0) {
    const name = extensionTypeName(data.u16());
    if (name === undefined) throw new UnparsableError("unknown extension");
    names.push(name);
  }
  return names;
}

/** An instruction with accounts first, then the fields of `fields`, then the signer (or a multisig). */
export function signed(
  type: string,
  names: readonly string[],
  signer: string,
  fields: (data: FieldReader) => object = () => ({}),
): InstructionParser {
  return (data, accounts) => {
    const info = { ...accounts.named(...names), ...fields(data), ...accounts.signedBy(names.length, signer) };
    return { type, info };
  };
}

/** An instruction that has named accounts and no data. */
export function plain(type: string, ...names: readonly string[]): InstructionParser {
  return (_data, accounts) => ({ type, info: accounts.named(...names) });
}

function initializeMint(type: string, ...names: readonly string[]): InstructionParser {
  return (data, accounts) => {
    const info = { ...accounts.named(...names), decimals: data.u8(), mintAuthority: data.key() };
    const freezeAuthority = optionalKey(data);
    return { type, info: freezeAuthority === null ? info : { ...info, freezeAuthority } };
  };
}

function initializeMultisig(type: string, ...names: readonly string[]): InstructionParser {
  return (data, accounts) => {
    accounts.need(names.length + 1);
    return { type, info: { ...accounts.named(...names), signers: accounts.from(names.length), m: data.u8() } };
  };
}

function setAuthority(data: FieldReader, accounts: InstructionAccounts) {
  const authorityType = AUTHORITY_TYPES[data.u8()];
  if (authorityType === undefined) throw new UnparsableError("unknown authority");
  const owned = authorityType === "accountOwner" || authorityType === "closeAccount" ? "account" : "mint";
  const info = { ...accounts.named(owned), authorityType, newAuthority: optionalKey(data) };
  return { type: "setAuthority", info: { ...info, ...accounts.signedBy(1, "authority") } };
}

/** The instructions that SPL Token and Token-2022 share, and those of Token-2022 without a family, by their numbers. */
export const BASE_INSTRUCTIONS: Readonly<Record<number, InstructionParser>> = {
  0: initializeMint("initializeMint", "mint", "rentSysvar"),
  1: plain("initializeAccount", "account", "mint", "owner", "rentSysvar"),
  2: initializeMultisig("initializeMultisig", "multisig", "rentSysvar"),
  3: signed("transfer", ["source", "destination"], "authority", plainAmount),
  4: signed("approve", ["source", "delegate"], "owner", plainAmount),
  5: signed("revoke", ["source"], "owner"),
  6: setAuthority,
  7: signed("mintTo", ["mint", "account"], "mintAuthority", plainAmount),
  8: signed("burn", ["account", "mint"], "authority", plainAmount),
  9: signed("closeAccount", ["account", "destination"], "owner"),
  10: signed("freezeAccount", ["account", "mint"], "freezeAuthority"),
  11: signed("thawAccount", ["account", "mint"], "freezeAuthority"),
  12: signed("transferChecked", ["source", "mint", "destination"], "authority", checkedAmount),
  13: signed("approveChecked", ["source", "mint", "delegate"], "owner", checkedAmount),
  14: signed("mintToChecked", ["mint", "account"], "mintAuthority", checkedAmount),
  15: signed("burnChecked", ["account", "mint"], "authority", checkedAmount),
  16: (data, accounts) => {
    const { account, mint, rentSysvar } = accounts.named("account", "mint", "rentSysvar");
    return { type: "initializeAccount2", info: { account, mint, owner: data.key(), rentSysvar } };
  },
  17: plain("syncNative", "account"),
  18: (data, accounts) => ({
    type: "initializeAccount3",
    info: { ...accounts.named("account", "mint"), owner: data.key() },
  }),
  19: initializeMultisig("initializeMultisig2", "multisig"),
  20: initializeMint("initializeMint2", "mint"),
  21: (data, accounts) => {
    const types = extensionTypes(data);
    return {
      type: "getAccountDataSize",
      info: { ...accounts.named("mint"), ...(types.length === 0 ? {} : { extensionTypes: types }) },
    };
  },
  22: plain("initializeImmutableOwner", "account"),
  23: (data, accounts) => ({ type: "amountToUiAmount", info: { ...accounts.named("mint"), ...plainAmount(data) } }),
  24: (data, accounts) => ({
    type: "uiAmountToAmount",
    info: { ...accounts.named("mint"), uiAmount: data.text(data.remaining) },
  }),
  25: (data, accounts) => ({
    type: "initializeMintCloseAuthority",
    info: { ...accounts.named("mint"), newAuthority: optionalKey(data) },
  }),
  29: signed("reallocate", ["account", "payer", "systemProgram"], "owner", (data) => ({
    extensionTypes: extensionTypes(data),
  })),
  31: plain("createNativeMint", "payer", "nativeMint", "systemProgram"),
  32: plain("initializeNonTransferableMint", "mint"),
  35: (data, accounts) => ({
    type: "initializePermanentDelegate",
    info: { ...accounts.named("mint"), delegate: data.key() },
  }),
  38: signed("withdrawExcessLamports", ["source", "destination"], "authority"),
  45: signed("unwrapLamports", ["source", "destination"], "authority", (data) => {
    const amount = data.option(() => data.bigU64().toString());
    return amount === null ? {} : { amount };
  }),
};
