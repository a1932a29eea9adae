import type { FieldReader } from "../../field-reader.ts";

/** Bytes of an ElGamal public key. */
export const ELGAMAL_KEY = 32;
/** Bytes of an ElGamal ciphertext. */
export const ELGAMAL_CIPHERTEXT = 64;
/** Bytes of a balance that only its owner can decrypt. */
export const AES_CIPHERTEXT = 36;

/** `confidentialTransferMint`. */
export function confidentialTransferMint(reader: FieldReader) {
  return {
    authority: reader.nonZeroKey(),
    autoApproveNewAccounts: reader.flag(),
    auditorElgamalPubkey: reader.nonZeroBase64(ELGAMAL_KEY),
  };
}

/** `confidentialTransferAccount`. */
export function confidentialTransferAccount(reader: FieldReader) {
  return {
    approved: reader.flag(),
    elgamalPubkey: reader.base64(ELGAMAL_KEY),
    pendingBalanceLo: reader.base64(ELGAMAL_CIPHERTEXT),
    pendingBalanceHi: reader.base64(ELGAMAL_CIPHERTEXT),
    availableBalance: reader.base64(ELGAMAL_CIPHERTEXT),
    decryptableAvailableBalance: reader.base64(AES_CIPHERTEXT),
    allowConfidentialCredits: reader.flag(),
    allowNonConfidentialCredits: reader.flag(),
    pendingBalanceCreditCounter: reader.u64(),
    maximumPendingBalanceCreditCounter: reader.u64(),
    expectedPendingBalanceCreditCounter: reader.u64(),
    actualPendingBalanceCreditCounter: reader.u64(),
  };
}

/** `confidentialTransferFeeConfig`. */
export function confidentialTransferFeeConfig(reader: FieldReader) {
  return {
    authority: reader.nonZeroKey(),
    withdrawWithheldAuthorityElgamalPubkey: reader.base64(ELGAMAL_KEY),
    harvestToMintEnabled: reader.flag(),
    withheldAmount: reader.base64(ELGAMAL_CIPHERTEXT),
  };
}

/** `confidentialTransferFeeAmount`. */
export function confidentialTransferFeeAmount(reader: FieldReader) {
  return { withheldAmount: reader.base64(ELGAMAL_CIPHERTEXT) };
}

/** `confidentialMintBurn`. */
export function confidentialMintBurn(reader: FieldReader) {
  return {
    confidentialSupply: reader.base64(ELGAMAL_CIPHERTEXT),
    decryptableSupply: reader.base64(AES_CIPHERTEXT),
    supplyElgamalPubkey: reader.base64(ELGAMAL_KEY),
    pendingBurn: reader.base64(ELGAMAL_CIPHERTEXT),
  };
}
