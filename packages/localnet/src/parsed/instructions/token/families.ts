import { uiAmount } from "../../../chain/accounts/token.ts";
import { type FieldReader, UnparsableError } from "../../field-reader.ts";
import { plainFloat } from "../../float-text.ts";
import { tokenAccountUse } from "../../token/state.ts";
import type { InstructionParser } from "../instruction-accounts.ts";
import { checkedAmount, plainAmount, signed } from "./base.ts";
import { CONFIDENTIAL_FEE } from "./confidential-fee.ts";
import { CONFIDENTIAL_MINT_BURN } from "./confidential-mint-burn.ts";
import { CONFIDENTIAL_TRANSFER } from "./confidential-transfer.ts";
import { exact, given } from "./data.ts";

function accountState(data: FieldReader) {
  const state = tokenAccountUse(data.u8());
  if (state === undefined) throw new UnparsableError("unknown state");
  return { accountState: state };
}

const transferFee: readonly InstructionParser[] = [
  (data, accounts) => {
    const transferFeeConfigAuthority = data.option(() => data.key());
    const withdrawWithheldAuthority = data.option(() => data.key());
    const fee = { transferFeeBasisPoints: data.u16(), maximumFee: data.u64() };
    const authorities = given({ transferFeeConfigAuthority, withdrawWithheldAuthority });
    return { type: "initializeTransferFeeConfig", info: { ...accounts.named("mint"), ...fee, ...authorities } };
  },
  signed("transferCheckedWithFee", ["source", "mint", "destination"], "authority", (data) => {
    const [amount, decimals, fee] = [data.bigU64(), data.u8(), data.bigU64()];
    return { tokenAmount: uiAmount(amount, decimals), feeAmount: uiAmount(fee, decimals) };
  }),
  signed("withdrawWithheldTokensFromMint", ["mint", "feeRecipient"], "withdrawWithheldAuthority"),
  (data, accounts) => {
    const sources = data.u8();
    const before = accounts.need(3 + sources).slice(0, accounts.count - sources);
    const info = { ...accounts.named("mint", "feeRecipient"), sourceAccounts: accounts.from(before.count) };
    const signers = before.signedBy(2, "withdrawWithheldAuthority");
    return { type: "withdrawWithheldTokensFromAccounts", info: { ...info, ...signers } };
  },
  (_data, accounts) => ({
    type: "harvestWithheldTokensToMint",
    info: { ...accounts.named("mint"), sourceAccounts: accounts.from(1) },
  }),
  (data, accounts) => {
    const info = { ...accounts.named("mint"), transferFeeBasisPoints: data.u16(), maximumFee: data.u64() };
    // Nodes misspell the multisig's name.
    const signers = accounts.signedBy(1, "transferFeeConfigAuthority", "multisigtransferFeeConfigAuthority");
    return { type: "setTransferFee", info: { ...info, ...signers } };
  },
];

const defaultAccountState: readonly InstructionParser[] = [
  (data, accounts) => ({
    type: "initializeDefaultAccountState",
    info: { ...accounts.named("mint"), ...accountState(data) },
  }),
  signed("updateDefaultAccountState", ["mint"], "freezeAuthority", accountState),
];

const memoTransfer = [
  signed("enableRequiredMemoTransfers", ["account"], "owner"),
  signed("disableRequiredMemoTransfers", ["account"], "owner"),
];

const cpiGuard = [signed("enableCpiGuard", ["account"], "owner"), signed("disableCpiGuard", ["account"], "owner")];

const interestBearing: readonly InstructionParser[] = [
  exact(34, (data, accounts) => ({
    type: "initializeInterestBearingConfig",
    info: { ...accounts.named("mint"), rateAuthority: data.nonZeroKey(), rate: data.i16() },
  })),
  exact(
    2,
    signed("updateInterestBearingConfigRate", ["mint"], "rateAuthority", (data) => ({ newRate: data.i16() })),
  ),
];

const scaledUiAmount: readonly InstructionParser[] = [
  exact(40, (data, accounts) => ({
    type: "initializeScaledUiAmountConfig",
    info: { ...accounts.named("mint"), authority: data.nonZeroKey(), multiplier: plainFloat(data.f64()) },
  })),
  exact(
    16,
    signed("updateMultiplier", ["mint"], "authority", (data) => ({
      newMultiplier: plainFloat(data.f64()),
      newMultiplierTimestamp: data.i64(),
    })),
  ),
];

const pausable: readonly InstructionParser[] = [
  exact(32, (data, accounts) => ({
    type: "initializePausableConfig",
    info: { ...accounts.named("mint"), authority: data.nonZeroKey() },
  })),
  signed("pause", ["mint"], "authority"),
  signed("resume", ["mint"], "authority"),
];

const BURNT = ["account", "mint", "permissionedBurnAuthority"];

const permissionedBurn: readonly InstructionParser[] = [
  exact(32, (data, accounts) => ({
    type: "initializePermissionedBurnConfig",
    info: { ...accounts.named("mint"), authority: data.key() },
  })),
  exact(8, signed("permissionedBurn", BURNT, "authority", plainAmount)),
  exact(9, signed("permissionedBurnChecked", BURNT, "authority", checkedAmount)),
];

/** An extension that points to an address: its two instructions. */
function pointer(name: string, field: string): readonly InstructionParser[] {
  return [
    exact(64, (data, accounts) => {
      const info = given({ authority: data.nonZeroKey(), [field]: data.nonZeroKey() });
      return { type: `initialize${name}`, info: { ...accounts.named("mint"), ...info } };
    }),
    exact(
      32,
      signed(`update${name}`, ["mint"], "authority", (data) => given({ [field]: data.nonZeroKey() })),
    ),
  ];
}

/** The families of Token-2022's instructions for its extensions, by their numbers; a second number follows. */
export const FAMILIES: Readonly<Record<number, readonly InstructionParser[]>> = {
  26: transferFee,
  27: CONFIDENTIAL_TRANSFER,
  28: defaultAccountState,
  30: memoTransfer,
  33: interestBearing,
  34: cpiGuard,
  36: pointer("TransferHook", "programId"),
  37: CONFIDENTIAL_FEE,
  39: pointer("MetadataPointer", "metadataAddress"),
  40: pointer("GroupPointer", "groupAddress"),
  41: pointer("GroupMemberPointer", "memberAddress"),
  42: CONFIDENTIAL_MINT_BURN,
  43: scaledUiAmount,
  44: pausable,
  46: permissionedBurn,
};
