import type { FieldReader } from "../../field-reader.ts";
import { AES_CIPHERTEXT, ELGAMAL_CIPHERTEXT, ELGAMAL_KEY } from "../../token/extensions/confidential.ts";
import type { InstructionAccounts, InstructionParser } from "../instruction-accounts.ts";
import { plain, signed } from "./base.ts";
import { exact, given } from "./data.ts";

const AUDITOR_CIPHERTEXTS = 2 * ELGAMAL_CIPHERTEXT;

type Offsets = Readonly<Record<string, number>>;

/** Where an instruction's proofs are: relative positions of other instructions, zero for an account. */
function offsets(data: FieldReader, ...names: readonly string[]): Offsets {
  return Object.fromEntries(names.map((name) => [name, data.i8()]));
}

/**
 * The accounts between the named ones and the owner: the instructions sysvar when a proof is in another instruction,
 * then proofs. Whether one is a proof or a multisig's signer can't be told; nodes take it for a proof.
 */
function proofs(accounts: InstructionAccounts, start: number, found: Offsets, names: readonly string[]) {
  const info: Record<string, string> = {};
  let at = start;
  if (Object.values(found).some((offset) => offset !== 0)) info.instructionsSysvar = accounts.at(at++);
  for (const name of names) if (at < accounts.count - 1) info[name] = accounts.at(at++);
  return { ...info, ...accounts.signedBy(at, "owner") };
}

/** The one proof of an instruction: an account with its outcome, or the instructions sysvar and perhaps a record. */
function singleProof(accounts: InstructionAccounts, at: number, offset: number) {
  if (offset === 0) return { proofContextStateAccount: accounts.at(at), ...accounts.signedBy(at + 1, "owner") };
  const info = { instructionsSysvar: accounts.at(at) };
  if (accounts.count <= at + 2) return { ...info, ...accounts.signedBy(at + 1, "owner") };
  return { ...info, recordAccount: accounts.at(at + 1), ...accounts.signedBy(at + 2, "owner") };
}

const transfer: readonly InstructionParser[] = [
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
    const found = offsets(data, "equalityProofInstructionOffset", "rangeProofInstructionOffset");
    const info = { ...accounts.need(5).named("source", "destination", "mint"), ...amounts, ...found };
    const proof = proofs(accounts, 3, found, ["equalityProofAccount", "rangeProofAccount"]);
    return { type: "withdrawConfidentialTransfer", info: { ...info, newDecryptableAvailableBalance, ...proof } };
  }),
  exact(167, (data, accounts) => {
    const newSourceDecryptableAvailableBalance = data.base64(AES_CIPHERTEXT);
    data.raw(AUDITOR_CIPHERTEXTS);
    const found = offsets(
      data,
      "equalityProofInstructionOffset",
      "ciphertextValidityProofInstructionOffset",
      "rangeProofInstructionOffset",
    );
    const names = ["equalityProofAccount", "ciphertextValidityProofAccount", "rangeProofAccount"];
    const info = { ...accounts.need(4).named("source", "mint", "destination"), newSourceDecryptableAvailableBalance };
    return { type: "confidentialTransfer", info: { ...info, ...found, ...proofs(accounts, 3, found, names) } };
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
    const found = offsets(
      data,
      "equalityProofInstructionOffset",
      "transferAmountCiphertextValidityProofInstructionOffset",
      "feeSigmaProofInstructionOffset",
      "feeCiphertextValidityProofInstructionOffset",
      "rangeProofInstructionOffset",
    );
    const names = [
      "equalityProofAccount",
      "transferAmountCiphertextValidityProofAccount",
      "feeCiphertextValidityProofAccount",
      "feeSigmaProofAccount",
      "rangeProofAccount",
    ];
    const info = { ...accounts.need(4).named("source", "mint", "destination"), newSourceDecryptableAvailableBalance };
    return { type: "confidentialTransferWithFee", info: { ...info, ...found, ...proofs(accounts, 3, found, names) } };
  }),
  plain("configureConfidentialAccountWithRegistry", "account", "mint", "registry"),
];

const fee: readonly InstructionParser[] = [
  exact(64, (data, accounts) => {
    const authority = data.nonZeroKey();
    const withdrawWithheldAuthorityElGamalPubkey = data.nonZeroBase64(ELGAMAL_KEY);
    const info = { ...accounts.named("mint"), withdrawWithheldAuthorityElGamalPubkey, ...given({ authority }) };
    return { type: "initializeConfidentialTransferFeeConfig", info };
  }),
  exact(37, (data, accounts) => {
    const proof = { proofInstructionOffset: data.i8(), newDecryptableAvailableBalance: data.base64(AES_CIPHERTEXT) };
    const where = proof.proofInstructionOffset === 0 ? "proofContextStateAccount" : "instructionsSysvar";
    const info = { ...accounts.need(4).named("mint", "feeRecipient", where), ...proof };
    const signers = accounts.signedBy(3, "withdrawWithheldAuthority");
    return { type: "withdrawWithheldConfidentialTransferTokensFromMint", info: { ...info, ...signers } };
  }),
  exact(38, (data, accounts) => {
    const sources = data.u8();
    const proof = { proofInstructionOffset: data.i8(), newDecryptableAvailableBalance: data.base64(AES_CIPHERTEXT) };
    const where = proof.proofInstructionOffset === 0 ? "proofContextStateAccount" : "instructionsSysvar";
    const before = accounts.need(4 + sources).slice(0, accounts.count - sources);
    const info = { ...accounts.named("mint", "feeRecipient", where), ...proof };
    const rest = { sourceAccounts: accounts.from(before.count), ...before.signedBy(3, "withdrawWithheldAuthority") };
    return { type: "withdrawWithheldConfidentialTransferTokensFromAccounts", info: { ...info, ...rest } };
  }),
  (_data, accounts) => ({
    type: "harvestWithheldConfidentialTransferTokensToMint",
    info: { ...accounts.named("mint"), sourceAccounts: accounts.from(1) },
  }),
  signed("enableConfidentialTransferFeeHarvestToMint", ["account"], "owner"),
  signed("disableConfidentialTransferFeeHarvestToMint", ["account"], "owner"),
];

/** Minting and burning differ in the name of what their owner can decrypt afterwards. */
function mintOrBurn(type: string, balance: string): InstructionParser {
  return exact(167, (data, accounts) => {
    const decryptable = data.base64(AES_CIPHERTEXT);
    data.raw(AUDITOR_CIPHERTEXTS);
    const found = offsets(
      data,
      "equalityProofInstructionOffset",
      "ciphertextValidityProofInstructionOffset",
      "rangeProofInstructionOffset",
    );
    const names = ["equalityProofRecordAccount", "ciphertextValidityProofRecordAccount", "rangeProofRecordAccount"];
    const info = { ...accounts.need(3).named("destination", "mint"), [balance]: decryptable, ...found };
    return { type, info: { ...info, ...proofs(accounts, 2, found, names) } };
  });
}

const mintBurn: readonly InstructionParser[] = [
  exact(68, (data, accounts) => ({
    type: "initializeConfidentialMintBurnMint",
    info: {
      ...accounts.named("mint"),
      supplyElGamalPubkey: data.base64(ELGAMAL_KEY),
      decryptableSupply: data.base64(AES_CIPHERTEXT),
    },
  })),
  exact(33, (data, accounts) => {
    const change = { newSupplyElGamalPubkey: data.base64(ELGAMAL_KEY), proofInstructionOffset: data.i8() };
    const where = change.proofInstructionOffset === 0 ? "proofAccount" : "instructionsSysvar";
    const info = { ...accounts.named("mint", where), ...change, ...accounts.signedBy(2, "owner") };
    return { type: "rotateConfidentialMintBurnSupplyElGamalPubkey", info };
  }),
  exact(
    36,
    signed("updateConfidentialMintBurnDecryptableSupply", ["mint"], "owner", (data) => ({
      newDecryptableSupply: data.base64(AES_CIPHERTEXT),
    })),
  ),
  mintOrBurn("confidentialMint", "newDecryptableSupply"),
  mintOrBurn("confidentialBurn", "newDecryptableAvailableBalance"),
];

/** The families of confidential transfers, by their numbers; a second number follows. */
export const CONFIDENTIAL_FAMILIES: Readonly<Record<number, readonly InstructionParser[]>> = {
  27: transfer,
  37: fee,
  42: mintBurn,
};
