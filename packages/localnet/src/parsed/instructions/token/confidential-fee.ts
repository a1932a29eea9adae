import { AES_CIPHERTEXT, ELGAMAL_KEY } from "../../token/extensions/confidential.ts";
import type { InstructionParser } from "../instruction-accounts.ts";
import { signed } from "./base.ts";
import { exact, given } from "./data.ts";

/** The instructions for the fees of confidential transfers, by their numbers. */
export const CONFIDENTIAL_FEE: readonly InstructionParser[] = [
  exact(64, (data, accounts) => {
    const authority = data.nonZeroKey();
    const withdrawWithheldAuthorityElGamalPubkey = data.base64(ELGAMAL_KEY);
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
