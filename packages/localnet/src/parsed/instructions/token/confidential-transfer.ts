import { AES_CIPHERTEXT, ELGAMAL_KEY } from "../../token/extensions/confidential.ts";
import type { InstructionParser } from "../instruction-accounts.ts";
import { plain, signed } from "./base.ts";
import { exact, given } from "./data.ts";
import { AUDITOR_CIPHERTEXTS, type Proof, ProofOffsets, singleProof } from "./proofs.ts";

const PROOFS: readonly Proof[] = ["equality", "ciphertextValidity", "range"];
const PROOFS_WITH_FEE: readonly Proof[] = [
  "equality",
  "transferAmountCiphertextValidity",
  "feeSigma",
  "feeCiphertextValidity",
  "range",
];
// The accounts are in another order than the offsets.
const ACCOUNTS_WITH_FEE: readonly Proof[] = [
  "equality",
  "transferAmountCiphertextValidity",
  "feeCiphertextValidity",
  "feeSigma",
  "range",
];

/** The instructions of confidential transfers, by their numbers. */
export const CONFIDENTIAL_TRANSFER: readonly InstructionParser[] = [
  exact(65, (data, accounts) => {
    const authority = data.nonZeroKey();
    const rules = { autoApproveNewAccounts: data.flag(), auditorElGamalPubkey: data.nonZeroBase64(ELGAMAL_KEY) };
    const info = { ...accounts.named("mint"), ...rules, ...given({ authority }) };
    return { type: "initializeConfidentialTransferMint", info };
  }),
  exact(33, (data, accounts) => {
    const rules = { autoApproveNewAccounts: data.flag(), auditorElGamalPubkey: data.nonZeroBase64(ELGAMAL_KEY) };
    const info = accounts.named("mint", "confidentialTransferMintAuthority");
    return { type: "updateConfidentialTransferMint", info: { ...info, ...rules } };
  }),
  exact(45, (data, accounts) => {
    const decryptableZeroBalance = data.base64(AES_CIPHERTEXT);
    const maximumPendingBalanceCreditCounter = data.u64();
    const proofInstructionOffset = data.i8();
    const info = {
      ...accounts.need(4).named("account", "mint"),
      decryptableZeroBalance,
      maximumPendingBalanceCreditCounter,
      proofInstructionOffset,
      ...singleProof(accounts, 2, proofInstructionOffset),
    };
    return { type: "configureConfidentialTransferAccount", info };
  }),
  plain("approveConfidentialTransferAccount", "account", "mint", "confidentialTransferAuditorAuthority"),
  exact(1, (data, accounts) => {
    const proofInstructionOffset = data.i8();
    const info = { ...accounts.need(3).named("account"), proofInstructionOffset };
    const proof = singleProof(accounts, 1, proofInstructionOffset);
    return { type: "emptyConfidentialTransferAccount", info: { ...info, ...proof } };
  }),
  exact(
    9,
    signed("depositConfidentialTransfer", ["source", "destination", "mint"], "owner", (data) => ({
      amount: data.u64(),
      decimals: data.u8(),
    })),
  ),
  exact(47, (data, accounts) => {
    const amounts = { amount: data.u64(), decimals: data.u8() };
    const newDecryptableAvailableBalance = data.base64(AES_CIPHERTEXT);
    const proofs = new ProofOffsets(data, "equality", "range");
    const info = { ...accounts.need(5).named("source", "destination", "mint"), ...amounts, ...proofs.fields() };
    const rest = { newDecryptableAvailableBalance, ...proofs.accounts(accounts, 3, "equality", "range") };
    return { type: "withdrawConfidentialTransfer", info: { ...info, ...rest } };
  }),
  exact(167, (data, accounts) => {
    const newSourceDecryptableAvailableBalance = data.base64(AES_CIPHERTEXT);
    data.raw(AUDITOR_CIPHERTEXTS);
    const proofs = new ProofOffsets(data, ...PROOFS);
    const info = { ...accounts.need(4).named("source", "mint", "destination"), newSourceDecryptableAvailableBalance };
    const rest = { ...proofs.fields(), ...proofs.accounts(accounts, 3, ...PROOFS) };
    return { type: "confidentialTransfer", info: { ...info, ...rest } };
  }),
  exact(
    44,
    signed("applyPendingConfidentialTransferBalance", ["account"], "owner", (data) => ({
      expectedPendingBalanceCreditCounter: data.u64(),
      newDecryptableAvailableBalance: data.base64(AES_CIPHERTEXT),
    })),
  ),
  signed("enableConfidentialTransferConfidentialCredits", ["account"], "owner"),
  signed("disableConfidentialTransferConfidentialCredits", ["account"], "owner"),
  signed("enableConfidentialTransferNonConfidentialCredits", ["account"], "owner"),
  signed("disableConfidentialTransferNonConfidentialCredits", ["account"], "owner"),
  exact(169, (data, accounts) => {
    const newSourceDecryptableAvailableBalance = data.base64(AES_CIPHERTEXT);
    data.raw(AUDITOR_CIPHERTEXTS);
    const proofs = new ProofOffsets(data, ...PROOFS_WITH_FEE);
    const info = { ...accounts.need(4).named("source", "mint", "destination"), newSourceDecryptableAvailableBalance };
    const rest = { ...proofs.fields(), ...proofs.accounts(accounts, 3, ...ACCOUNTS_WITH_FEE) };
    return { type: "confidentialTransferWithFee", info: { ...info, ...rest } };
  }),
  plain("configureConfidentialAccountWithRegistry", "account", "mint", "registry"),
];
