import * as token from "@solana/spl-token";
import { AccountState, ExtensionType } from "@solana/spl-token";
import { SystemProgram } from "@solana/web3.js";
import { afterAll, describe, expect, it } from "vitest";
import {
  A,
  a,
  amount,
  B,
  b,
  C,
  c,
  D,
  d,
  F,
  f,
  instructionViewer,
  raw2022,
  type Shown,
  SIGNER_KEYS,
  SIGNERS,
  words,
} from "./support.ts";

const T22 = token.TOKEN_2022_PROGRAM_ID;
const SYSTEM = SystemProgram.programId.toBase58();

const { show, close } = instructionViewer();
afterAll(close);

function inWords(cases: readonly Shown[]) {
  it.each(cases)("%s", (type, instruction, info) => {
    expect(show(instruction)).toEqual(words("spl-token", instruction, type, info));
  });
}

describe("the rules of Token-2022", () => {
  inWords([
    [
      "getAccountDataSize",
      raw2022([a], [21, 1], [ExtensionType.TransferFeeAmount, 2], [ExtensionType.PausableAccount, 2]),
      { mint: A, extensionTypes: ["transferFeeAmount", "pausableAccount"] },
    ],
    [
      "initializeMintCloseAuthority",
      token.createInitializeMintCloseAuthorityInstruction(a, null, T22),
      { mint: A, newAuthority: null },
    ],
    [
      "initializeMintCloseAuthority",
      token.createInitializeMintCloseAuthorityInstruction(a, b, T22),
      { mint: A, newAuthority: B },
    ],
    [
      "initializeTransferFeeConfig",
      token.createInitializeTransferFeeConfigInstruction(a, b, null, 100, 5_000n),
      { mint: A, transferFeeConfigAuthority: B, transferFeeBasisPoints: 100, maximumFee: 5000 },
    ],
    [
      "transferCheckedWithFee",
      token.createTransferCheckedWithFeeInstruction(a, b, c, f, 500n, 2, 5n),
      {
        source: A,
        mint: B,
        destination: C,
        authority: F,
        tokenAmount: amount("500", 5, 2),
        feeAmount: amount("5", 0.05, 2),
      },
    ],
    [
      "withdrawWithheldTokensFromMint",
      token.createWithdrawWithheldTokensFromMintInstruction(a, b, c, SIGNER_KEYS),
      { mint: A, feeRecipient: B, multisigWithdrawWithheldAuthority: C, signers: SIGNERS },
    ],
    [
      "withdrawWithheldTokensFromAccounts",
      token.createWithdrawWithheldTokensFromAccountsInstruction(a, b, c, SIGNER_KEYS, [f, a]),
      {
        mint: A,
        feeRecipient: B,
        sourceAccounts: [F, A],
        multisigWithdrawWithheldAuthority: C,
        signers: SIGNERS,
      },
    ],
    [
      "withdrawWithheldTokensFromAccounts",
      token.createWithdrawWithheldTokensFromAccountsInstruction(a, b, c, [], [f]),
      { mint: A, feeRecipient: B, sourceAccounts: [F], withdrawWithheldAuthority: C },
    ],
    [
      "harvestWithheldTokensToMint",
      token.createHarvestWithheldTokensToMintInstruction(a, [b, c]),
      { mint: A, sourceAccounts: [B, C] },
    ],
    [
      "setTransferFee",
      raw2022([a, b, d], [26, 1], [5, 1], [7, 2], 8n),
      {
        mint: A,
        transferFeeBasisPoints: 7,
        maximumFee: 8,
        multisigtransferFeeConfigAuthority: B,
        signers: [D],
      },
    ],
    [
      "initializeDefaultAccountState",
      token.createInitializeDefaultAccountStateInstruction(a, AccountState.Frozen),
      { mint: A, accountState: "frozen" },
    ],
    [
      "updateDefaultAccountState",
      token.createUpdateDefaultAccountStateInstruction(a, AccountState.Initialized, b),
      { mint: A, accountState: "initialized", freezeAuthority: B },
    ],
    [
      "reallocate",
      token.createReallocateInstruction(a, b, [ExtensionType.MemoTransfer], c),
      { account: A, payer: B, systemProgram: SYSTEM, extensionTypes: ["memoTransfer"], owner: C },
    ],
    ["enableRequiredMemoTransfers", token.createEnableRequiredMemoTransfersInstruction(a, b), { account: A, owner: B }],
    [
      "disableRequiredMemoTransfers",
      token.createDisableRequiredMemoTransfersInstruction(a, b, SIGNER_KEYS),
      { account: A, multisigOwner: B, signers: SIGNERS },
    ],
    [
      "createNativeMint",
      token.createCreateNativeMintInstruction(a),
      { payer: A, nativeMint: token.NATIVE_MINT_2022.toBase58(), systemProgram: SYSTEM },
    ],
    ["initializeNonTransferableMint", token.createInitializeNonTransferableMintInstruction(a, T22), { mint: A }],
    [
      "initializeInterestBearingConfig",
      token.createInitializeInterestBearingMintInstruction(a, b, -250),
      { mint: A, rateAuthority: B, rate: -250 },
    ],
    [
      "updateInterestBearingConfigRate",
      // The library names a lone authority twice.
      raw2022([a, b], [33, 1], [1, 1], [10, 2]),
      { mint: A, newRate: 10, rateAuthority: B },
    ],
    ["enableCpiGuard", token.createEnableCpiGuardInstruction(a, b), { account: A, owner: B }],
    ["disableCpiGuard", token.createDisableCpiGuardInstruction(a, b), { account: A, owner: B }],
    [
      "initializePermanentDelegate",
      token.createInitializePermanentDelegateInstruction(a, b, T22),
      { mint: A, delegate: B },
    ],
    [
      "initializeTransferHook",
      token.createInitializeTransferHookInstruction(a, b, c, T22),
      { mint: A, authority: B, programId: C },
    ],
    [
      "updateTransferHook",
      token.createUpdateTransferHookInstruction(a, b, c, SIGNER_KEYS, T22),
      { mint: A, programId: C, multisigAuthority: B, signers: SIGNERS },
    ],
    [
      "initializeMetadataPointer",
      token.createInitializeMetadataPointerInstruction(a, null, c, T22),
      { mint: A, metadataAddress: C },
    ],
    ["updateMetadataPointer", token.createUpdateMetadataPointerInstruction(a, b, null), { mint: A, authority: B }],
    [
      "initializeGroupPointer",
      token.createInitializeGroupPointerInstruction(a, b, c),
      { mint: A, authority: B, groupAddress: C },
    ],
    [
      "updateGroupPointer",
      token.createUpdateGroupPointerInstruction(a, b, c),
      { mint: A, authority: B, groupAddress: C },
    ],
    [
      "initializeGroupMemberPointer",
      token.createInitializeGroupMemberPointerInstruction(a, b, c),
      { mint: A, authority: B, memberAddress: C },
    ],
    [
      "updateGroupMemberPointer",
      token.createUpdateGroupMemberPointerInstruction(a, b, c),
      { mint: A, authority: B, memberAddress: C },
    ],
    [
      "initializeScaledUiAmountConfig",
      token.createInitializeScaledUiAmountConfigInstruction(a, b, 1.25),
      { mint: A, authority: B, multiplier: "1.25" },
    ],
    [
      "updateMultiplier",
      token.createUpdateMultiplierDataInstruction(a, b, 2, 99n),
      { mint: A, authority: B, newMultiplier: "2", newMultiplierTimestamp: 99 },
    ],
    ["initializePausableConfig", token.createInitializePausableConfigInstruction(a, b), { mint: A, authority: B }],
    ["pause", token.createPauseInstruction(a, b), { mint: A, authority: B }],
    ["resume", token.createResumeInstruction(a, b, SIGNER_KEYS), { mint: A, multisigAuthority: B, signers: SIGNERS }],
    [
      "initializePermissionedBurnConfig",
      token.createInitializePermissionedBurnInstruction(a, b),
      { mint: A, authority: B },
    ],
    [
      "permissionedBurn",
      token.createPermissionedBurnInstruction(a, b, c, f, 5),
      { account: A, mint: B, permissionedBurnAuthority: F, authority: C, amount: "5" },
    ],
    [
      "permissionedBurnChecked",
      token.createPermissionedBurnCheckedInstruction(a, b, c, f, 5, 1),
      { account: A, mint: B, permissionedBurnAuthority: F, authority: C, tokenAmount: amount("5", 0.5, 1) },
    ],
  ]);
});
