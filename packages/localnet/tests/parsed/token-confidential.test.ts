import { afterAll, describe, expect, it } from "vitest";
import { A, a, B, b, C, c, D, d, E, e, F, f, instructionViewer, raw2022, type Shown, words } from "./support.ts";

const { show, close } = instructionViewer();
afterAll(close);

function inWords(cases: readonly Shown[]) {
  it.each(cases)("%s", (type, instruction, info) => {
    expect(show(instruction)).toEqual(words("spl-token", instruction, type, info));
  });
}

describe("confidential transfers", () => {
  const key = Buffer.alloc(32, 7);
  const balance = Buffer.alloc(36, 8);
  const audited = Buffer.alloc(128, 9);
  const base64 = (bytes: Buffer) => bytes.toString("base64");
  inWords([
    [
      "initializeConfidentialTransferMint",
      raw2022([a], [27, 1], [0, 1], b, [1, 1], Buffer.alloc(32)),
      { mint: A, authority: B, autoApproveNewAccounts: true, auditorElGamalPubkey: null },
    ],
    [
      "updateConfidentialTransferMint",
      raw2022([a, b], [27, 1], [1, 1], [0, 1], key),
      {
        mint: A,
        confidentialTransferMintAuthority: B,
        autoApproveNewAccounts: false,
        auditorElGamalPubkey: base64(key),
      },
    ],
    [
      "configureConfidentialTransferAccount",
      raw2022([a, b, c, d], [27, 1], [2, 1], balance, 5n, [0, 1]),
      {
        account: A,
        mint: B,
        decryptableZeroBalance: base64(balance),
        maximumPendingBalanceCreditCounter: 5,
        proofInstructionOffset: 0,
        proofContextStateAccount: C,
        owner: D,
      },
    ],
    [
      "configureConfidentialTransferAccount",
      raw2022([a, b, c, d, e], [27, 1], [2, 1], balance, 5n, [-1, 1]),
      {
        account: A,
        mint: B,
        decryptableZeroBalance: base64(balance),
        maximumPendingBalanceCreditCounter: 5,
        proofInstructionOffset: -1,
        instructionsSysvar: C,
        recordAccount: D,
        owner: E,
      },
    ],
    [
      "approveConfidentialTransferAccount",
      raw2022([a, b, c], [27, 1], [3, 1]),
      { account: A, mint: B, confidentialTransferAuditorAuthority: C },
    ],
    [
      "emptyConfidentialTransferAccount",
      raw2022([a, b, c], [27, 1], [4, 1], [1, 1]),
      { account: A, proofInstructionOffset: 1, instructionsSysvar: B, owner: C },
    ],
    [
      "depositConfidentialTransfer",
      raw2022([a, b, c, d], [27, 1], [5, 1], 99n, [2, 1]),
      { source: A, destination: B, mint: C, amount: 99, decimals: 2, owner: D },
    ],
    [
      "withdrawConfidentialTransfer",
      raw2022([a, b, c, d, e], [27, 1], [6, 1], 99n, [2, 1], balance, [0, 1], [0, 1]),
      {
        source: A,
        destination: B,
        mint: C,
        amount: 99,
        decimals: 2,
        newDecryptableAvailableBalance: base64(balance),
        equalityProofInstructionOffset: 0,
        rangeProofInstructionOffset: 0,
        equalityProofContextStateAccount: D,
        owner: E,
      },
    ],
    [
      "confidentialTransfer",
      raw2022([a, b, c, d, e], [27, 1], [7, 1], balance, audited, [1, 1], [2, 1], [3, 1]),
      {
        source: A,
        mint: B,
        destination: C,
        newSourceDecryptableAvailableBalance: base64(balance),
        equalityProofInstructionOffset: 1,
        ciphertextValidityProofInstructionOffset: 2,
        rangeProofInstructionOffset: 3,
        instructionsSysvar: D,
        owner: E,
      },
    ],
    [
      "confidentialTransfer",
      raw2022([a, b, c, d, e, f], [27, 1], [7, 1], balance, audited, [1, 1], [0, 1], [0, 1]),
      {
        source: A,
        mint: B,
        destination: C,
        newSourceDecryptableAvailableBalance: base64(balance),
        equalityProofInstructionOffset: 1,
        ciphertextValidityProofInstructionOffset: 0,
        rangeProofInstructionOffset: 0,
        instructionsSysvar: D,
        equalityProofRecordAccount: E,
        owner: F,
      },
    ],
    [
      "applyPendingConfidentialTransferBalance",
      raw2022([a, b], [27, 1], [8, 1], 6n, balance),
      {
        account: A,
        expectedPendingBalanceCreditCounter: 6,
        newDecryptableAvailableBalance: base64(balance),
        owner: B,
      },
    ],
    ...["enable", "disable"].flatMap((verb, off) =>
      ["Confidential", "NonConfidential"].map(
        (kind, non): Shown => [
          `${verb}ConfidentialTransfer${kind}Credits`,
          raw2022([a, b], [27, 1], [9 + off + 2 * non, 1]),
          { account: A, owner: B },
        ],
      ),
    ),
    [
      "confidentialTransferWithFee",
      raw2022([a, b, c, d, e, f], [27, 1], [13, 1], balance, audited, ...[0, 0, 0, 0, 0].map((n) => [n, 1] as const)),
      {
        source: A,
        mint: B,
        destination: C,
        newSourceDecryptableAvailableBalance: base64(balance),
        equalityProofInstructionOffset: 0,
        transferAmountCiphertextValidityProofInstructionOffset: 0,
        feeSigmaProofInstructionOffset: 0,
        feeCiphertextValidityProofInstructionOffset: 0,
        rangeProofInstructionOffset: 0,
        equalityProofContextStateAccount: D,
        transferAmountCiphertextValidityProofContextStateAccount: E,
        owner: F,
      },
    ],
    [
      "configureConfidentialAccountWithRegistry",
      raw2022([a, b, c], [27, 1], [14, 1]),
      { account: A, mint: B, registry: C },
    ],
    [
      "initializeConfidentialTransferFeeConfig",
      raw2022([a], [37, 1], [0, 1], Buffer.alloc(32), key),
      { mint: A, withdrawWithheldAuthorityElGamalPubkey: base64(key) },
    ],
    [
      "withdrawWithheldConfidentialTransferTokensFromMint",
      raw2022([a, b, c, d], [37, 1], [1, 1], [0, 1], balance),
      {
        mint: A,
        feeRecipient: B,
        proofInstructionOffset: 0,
        newDecryptableAvailableBalance: base64(balance),
        proofContextStateAccount: C,
        withdrawWithheldAuthority: D,
      },
    ],
    [
      "withdrawWithheldConfidentialTransferTokensFromAccounts",
      raw2022([a, b, c, d, e, f], [37, 1], [2, 1], [2, 1], [1, 1], balance),
      {
        mint: A,
        feeRecipient: B,
        proofInstructionOffset: 1,
        newDecryptableAvailableBalance: base64(balance),
        instructionsSysvar: C,
        withdrawWithheldAuthority: D,
        sourceAccounts: [E, F],
      },
    ],
    [
      "harvestWithheldConfidentialTransferTokensToMint",
      raw2022([a, b], [37, 1], [3, 1]),
      { mint: A, sourceAccounts: [B] },
    ],
    ["enableConfidentialTransferFeeHarvestToMint", raw2022([a, b], [37, 1], [4, 1]), { account: A, owner: B }],
    ["disableConfidentialTransferFeeHarvestToMint", raw2022([a, b], [37, 1], [5, 1]), { account: A, owner: B }],
    [
      "initializeConfidentialMintBurnMint",
      raw2022([a], [42, 1], [0, 1], key, balance),
      { mint: A, supplyElGamalPubkey: base64(key), decryptableSupply: base64(balance) },
    ],
    [
      "rotateConfidentialMintBurnSupplyElGamalPubkey",
      raw2022([a, b, c], [42, 1], [1, 1], key, [0, 1]),
      { mint: A, newSupplyElGamalPubkey: base64(key), proofInstructionOffset: 0, proofAccount: B, owner: C },
    ],
    [
      "updateConfidentialMintBurnDecryptableSupply",
      raw2022([a, b], [42, 1], [2, 1], balance),
      { mint: A, newDecryptableSupply: base64(balance), owner: B },
    ],
    ["applyPendingBurn", raw2022([a, b], [42, 1], [5, 1]), { mint: A, owner: B }],
    ...[
      ["confidentialMint", 3, "newDecryptableSupply"] as const,
      ["confidentialBurn", 4, "newDecryptableAvailableBalance"] as const,
    ].map(
      ([type, number, name]): Shown => [
        type,
        raw2022([a, b, c, d], [42, 1], [number, 1], balance, audited, [0, 1], [0, 1], [0, 1]),
        {
          destination: A,
          mint: B,
          [name]: base64(balance),
          equalityProofInstructionOffset: 0,
          ciphertextValidityProofInstructionOffset: 0,
          rangeProofInstructionOffset: 0,
          equalityProofContextStateAccount: C,
          owner: D,
        },
      ],
    ),
  ]);
});
