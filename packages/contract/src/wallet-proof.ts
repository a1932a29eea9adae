/**
 * What a device's key and a wallet's key sign to prove themselves to the wallet routes, written once for the
 * signer's frame, the server and our own tools. UTF-8 text; each challenge is taken once.
 */
export const walletActions = {
  /** `POST /v1/wallet/sharing` */
  store: "store",
  /** `POST /v1/wallet/sharing/confirm` */
  confirm: "confirm",
  /** `POST /v1/wallet/share` */
  share: "share",
} as const;
export type WalletAction = (typeof walletActions)[keyof typeof walletActions];

/** Signed by the device: ECDSA P-256 / SHA-256, IEEE P1363 (64 bytes), sent as base64. */
export const deviceProofText = (action: WalletAction, uid: string, challenge: string): string =>
  `tribe-wallet:v1:${action}:${uid}:${challenge}`;

/**
 * Signed by the wallet: Ed25519, sent as base58. The challenge is the one of the device proof beside it.
 * @param devicePublicKey SPKI in base64, as sent.
 */
export const ownershipText = (uid: string, challenge: string, devicePublicKey: string): string =>
  `tribe-wallet:v1:own:${uid}:${challenge}:${devicePublicKey}`;
