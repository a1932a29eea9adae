/**
 * What two browsers of one account say to each other, through a server that neither of them believes, when one gives the other the
 * wallet. The browser that asks commits itself to a random value before the approving one sends its own, and shows it only then: so
 * whoever stands between them can't look for keys whose number is the same.
 */

/** The keys of the browser that asks, and for which wallet. */
export interface ApprovalSubject {
  readonly uid: string;
  readonly address: string;
  /** SPKI, base64: the key that the wallet's record is to name. */
  readonly devicePublicKey: string;
  /** Raw P-256 point, base64: what the half is encrypted to. */
  readonly agreementKey: string;
}

const subjectOf = ({ uid, address, devicePublicKey, agreementKey }: ApprovalSubject): string =>
  `${uid}:${address}:${devicePublicKey}:${agreementKey}`;

/** SHA-256 of this is the commitment. @param nonce 32 random bytes, base64, which are shown later */
export const approvalCommitmentText = (subject: ApprovalSubject, nonce: string): string =>
  `tribe-wallet:v1:approval-commitment:${subjectOf(subject)}:${nonce}`;

/** All that the number is made of. */
export interface ApprovalTranscript extends ApprovalSubject {
  readonly request: string;
  readonly commitment: string;
  readonly nonce: string;
  readonly approver: { readonly devicePublicKey: string; readonly nonce: string };
}

/** SHA-256 of this gives the comparison number. */
export const approvalNumberText = (of: ApprovalTranscript): string =>
  `tribe-wallet:v1:approval-number:${subjectOf(of)}:${of.request}:${of.commitment}:${of.nonce}:${of.approver.devicePublicKey}:${of.approver.nonce}`;

/** What a passkey signs before a device is approved, and what the half is bound to. */
export const approvalSubject = (of: ApprovalSubject & { readonly request: string }): string =>
  `tribe-wallet:v1:approval:${subjectOf(of)}:${of.request}`;

/** The two halves of the sharing, and the version that it would have. */
export interface ApprovedHalves {
  readonly version: number;
  readonly serverShare: string;
  readonly recoveryShare: string | null;
  readonly sealedShare: string;
}

/** SHA-256 of this, base64, stands for the halves in {@link approvalText}. */
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
