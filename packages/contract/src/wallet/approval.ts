/**
 * The texts that two browsers of one account exchange when one gives the other the wallet, through a server that neither
 * trusts. The requesting browser commits to a random value before the approving one sends its own, and reveals it only then, so
 * a man in the middle cannot search for keys with the same comparison number.
 */

/** The keys of the requesting browser, and the wallet. */
export interface ApprovalSubject {
  readonly uid: string;
  readonly address: string;
  /** SPKI, base64: the key that the wallet's record will name. */
  readonly devicePublicKey: string;
  /** Raw P-256 point, base64: the share is encrypted to it. */
  readonly agreementKey: string;
}

const subjectOf = ({ uid, address, devicePublicKey, agreementKey }: ApprovalSubject): string =>
  `${uid}:${address}:${devicePublicKey}:${agreementKey}`;

/** Its SHA-256 is the commitment. @param nonce 32 random bytes, base64, revealed later */
export const approvalCommitmentText = (subject: ApprovalSubject, nonce: string): string =>
  `tribe-wallet:v1:approval-commitment:${subjectOf(subject)}:${nonce}`;

/** Everything from which the comparison number is computed. */
export interface ApprovalTranscript extends ApprovalSubject {
  readonly request: string;
  readonly commitment: string;
  readonly nonce: string;
  readonly approver: { readonly devicePublicKey: string; readonly nonce: string };
}

/** Its SHA-256 gives the comparison number. */
export const approvalNumberText = (of: ApprovalTranscript): string =>
  `tribe-wallet:v1:approval-number:${subjectOf(of)}:${of.request}:${of.commitment}:${of.nonce}:${of.approver.devicePublicKey}:${of.approver.nonce}`;

/** Signed by a passkey before a device is approved; the share is bound to it as well. */
export const approvalSubject = (of: ApprovalSubject & { readonly request: string }): string =>
  `tribe-wallet:v1:approval:${subjectOf(of)}:${of.request}`;

/** The two shares of the sharing, and the version that it would have. */
export interface ApprovedHalves {
  readonly version: number;
  readonly serverShare: string;
  readonly recoveryShare: string | null;
  readonly sealedShare: string;
}

/** Its SHA-256, base64, stands for the shares in {@link approvalText}. */
export const approvedHalvesText = ({ version, serverShare, recoveryShare, sealedShare }: ApprovedHalves): string =>
  `tribe-wallet:v1:approved-halves:${version}:${serverShare}:${recoveryShare ?? ""}:${sealedShare}`;

/**
 * Signed by the approving device (ECDSA P-256, as `deviceProofText`) and by the wallet itself (Ed25519).
 * @param halves SHA-256 of {@link approvedHalvesText}, base64
 */
export const approvalText = (
  of: ApprovalSubject & { readonly request: string },
  halves: string,
  challenge: string,
): string => `${approvalSubject(of)}:${halves}:${challenge}`;
