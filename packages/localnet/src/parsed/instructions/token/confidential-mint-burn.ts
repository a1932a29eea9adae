import { AES_CIPHERTEXT, ELGAMAL_KEY } from "../../token/extensions/confidential.ts";
import type { InstructionParser } from "../instruction-accounts.ts";
import { signed } from "./base.ts";
import { exact } from "./data.ts";
import { AUDITOR_CIPHERTEXTS, type Proof, ProofOffsets } from "./proofs.ts";

const PROOFS: readonly Proof[] = ["equality", "ciphertextValidity", "range"];

/** Minting and burning differ in the name of what their owner can decrypt afterwards. */
function mintOrBurn(type: string, balance: string): InstructionParser {
  return exact(167, (data, accounts) => {
    const decryptable = data.base64(AES_CIPHERTEXT);
    data.raw(AUDITOR_CIPHERTEXTS);
    const proofs = new ProofOffsets(data, ...PROOFS);
    const info = { ...accounts.need(3).named("destination", "mint"), [balance]: decryptable, ...proofs.fields() };
    return { type, info: { ...info, ...proofs.accounts(accounts, 2, ...PROOFS) } };
  });
}

/** The instructions that mint and burn in secret, by their numbers. */
export const CONFIDENTIAL_MINT_BURN: readonly InstructionParser[] = [
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
  signed("applyPendingBurn", ["mint"], "owner"),
];
