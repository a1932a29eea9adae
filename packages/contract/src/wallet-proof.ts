import { type Uid, uidSchema } from "./primitives.ts";
import { type Spend, spendText } from "./wallet/outflow.ts";

/**
 * The texts that a device's key and a wallet's key sign for the wallet routes, shared by the signer's frame, the server and our
 * tools. UTF-8; each challenge is accepted once.
 */
export const walletActions = {
  /** `POST /v1/wallet/sharing` */
  store: "store",
  /** `POST /v1/wallet/sharing/confirm` */
  confirm: "confirm",
  /** `POST /v1/wallet/share` */
  share: "share",
  /** `POST /v1/wallet/recovery/finish`; the challenge is `recoveryChallenge`. */
  recover: "recover",
  /** `POST /v1/wallet/recovery/take` */
  takeRecovery: "recover-take",
  /** `POST /v1/wallet/passkey/store` */
  storePasskey: "passkey-store",
  /** `POST /v1/wallet/passkey/confirm` */
  confirmPasskey: "passkey-confirm",
  /** `POST /v1/wallet/passkey/remove` */
  removePasskey: "passkey-remove",
  /** `POST /v1/wallet/proof/finish`; the challenge is `recoveryChallenge`. */
  prove: "prove",
  /** `POST /v1/wallet/key/ask` */
  askForKey: "ask-key",
  /** `POST /v1/wallet/key/take` */
  takeKey: "take-key",
  /** `POST /v1/wallet/email/ask` */
  askForEmail: "email-ask",
  /** `POST /v1/wallet/email/confirm`; the challenge is `recoveryChallenge`. */
  confirmEmail: "email-confirm",
  /** `POST /v1/wallet/send/ask` */
  askToSend: "ask-send",
  /** `POST /v1/wallet/kit` */
  confirmKit: "kit",
  /** `POST /v1/wallet/move/store` */
  storeMove: "move-store",
  /** `POST /v1/wallet/move/confirm` */
  confirmMove: "move-confirm",
  /** `POST /v1/wallet/move/key` */
  formerKey: "former-key",
  /** `POST /v1/wallet/move/finish` */
  finishMove: "move-finish",
  /** `POST /v1/wallet/approval/ask` */
  askForApproval: "approval-ask",
  /** `POST /v1/wallet/approval/open` */
  openApproval: "approval-open",
} as const;
export type WalletAction = (typeof walletActions)[keyof typeof walletActions];

/** Signed by the device: ECDSA P-256 / SHA-256, IEEE P1363 (64 bytes), sent as base64. */
export const deviceProofText = (action: WalletAction, uid: string, challenge: string): string =>
  `tribe-wallet:v1:${action}:${uid}:${challenge}`;

/** Signed like {@link deviceProofText} with a call for a share that signs something: what it lets out can't be left out on the way. */
export const spendProofText = (uid: string, challenge: string, spend: Spend): string =>
  `tribe-wallet:v1:spend:${uid}:${challenge}:${spendText(spend)}`;

/** Signed by the browser that asked for a recovery: only the owner of the mailed link knows it. */
export const recoveryChallenge = (request: string, token: string): string => `${request}.${token}`;

/**
 * The fragment of the mailed link, on the signer's own origin. A fragment goes to no server and into no log.
 */
export const recoveryFragment = (request: string, token: string): string =>
  `#recover=${recoveryChallenge(request, token)}`;

/** The data in a mailed link. */
interface LinkParts {
  readonly request: string;
  readonly token: string;
}

const readFragment = (fragment: string, name: string): LinkParts | null => {
  const [, found, request, token] = /^#([a-z]+)=([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/.exec(fragment) ?? [];
  return found === name && request && token ? { request, token } : null;
};

/** Parses such a fragment; null for any other. */
export const readRecoveryFragment = (fragment: string): LinkParts | null => readFragment(fragment, "recover");

/** The fragment of the mailed link that opens the wallet's own page with a fresh proof. */
export const proofFragment = (request: string, token: string): string => `#proof=${recoveryChallenge(request, token)}`;

/** Parses such a fragment; null for any other. */
export const readProofFragment = (fragment: string): LinkParts | null => readFragment(fragment, "proof");

/** The fragment of the link that is mailed to a new recovery address. */
export const emailFragment = (request: string, token: string): string => `#email=${recoveryChallenge(request, token)}`;

/** Parses such a fragment; null for any other. */
export const readEmailFragment = (fragment: string): LinkParts | null => readFragment(fragment, "email");

/** The fragment of the link that is mailed to the former recovery address, with which it stops the change. */
export const stopFragment = (uid: string, request: string, token: string): string =>
  `#stop=${uid}.${recoveryChallenge(request, token)}`;

/** The data in a link that stops something: it works without a session, so it names the account. */
interface StopParts extends LinkParts {
  readonly uid: Uid;
}

/** Parses such a fragment; null for any other. */
export const readStopFragment = (fragment: string): StopParts | null => readStopping(fragment, "stop");

/** The fragment of the link in the mail about a delayed recovery, with which it is stopped. */
export const stopRecoveryFragment = (uid: string, request: string, token: string): string =>
  `#stoprecovery=${uid}.${recoveryChallenge(request, token)}`;

/** Parses such a fragment; null for any other. */
export const readStopRecoveryFragment = (fragment: string): StopParts | null => readStopping(fragment, "stoprecovery");

const readStopping = (fragment: string, name: string): StopParts | null => {
  const [, found, uid, rest] = /^#([a-z]+)=([^.]+)\.(.*)$/.exec(fragment) ?? [];
  const parts = found === name ? readFragment(`#${name}=${rest}`, name) : null;
  const read = uidSchema.safeParse(uid);
  return parts && read.success ? { ...parts, uid: read.data } : null;
};

/** The fragment that opens the wallet's own page without any proof. */
export const walletPageFragment = "#wallet";

/** The page of the app that shows the wallet's own page in a frame, for browsers that keep a frame's storage apart. */
export const framedWalletPagePath = "/you/security/wallet";

/** The fragment in which the wallet's window and its frame give each other what they have sealed: the page between can't read it. */
export const handedOverFragment = (sealed: string): string => `#handed-over=${sealed}`;

/** Parses such a fragment; null for any other. */
export const readHandedOverFragment = (fragment: string): string | null =>
  /^#handed-over=([A-Za-z0-9_-]{1,4000})$/.exec(fragment)?.[1] ?? null;

/** Signed by the key that a recovery kit restored. The challenge is that of the device proof beside it. */
export const kitText = (uid: string, challenge: string, number: string): string =>
  `tribe-wallet:v1:kit:${uid}:${challenge}:${number}`;

/**
 * Signed by the wallet: Ed25519, sent as base58. The challenge is that of the device proof beside it.
 * @param devicePublicKey SPKI in base64, as sent.
 */
export const ownershipText = (uid: string, challenge: string, devicePublicKey: string): string =>
  `tribe-wallet:v1:own:${uid}:${challenge}:${devicePublicKey}`;

/** One account's wallet replaces another. */
export interface MoveStatement {
  readonly uid: string;
  readonly from: string;
  readonly to: string;
  /** When it is signed, ms since 1970. */
  readonly at: number;
}

/**
 * Signed by both wallets, the former and the new one: Ed25519, sent as base58. Only this changes an account's address. The
 * challenge is that of the device proof beside it.
 */
export const moveText = ({ uid, from, to, at }: MoveStatement, challenge: string): string =>
  `tribe-wallet:v1:move:${uid}:${from}:${to}:${at}:${challenge}`;

/** Signed by the new wallet when nothing is left in the former one. The challenge is that of the device proof beside it. */
export const moveEndText = (uid: string, challenge: string, from: string): string =>
  `tribe-wallet:v1:move-end:${uid}:${challenge}:${from}`;

/** The action that a passkey confirms. */
export type PasskeyAction = "add" | "recover" | "send" | "prove" | "approve";

/**
 * The text of a passkey's challenge: the authenticator gets its SHA-256. A signature for one action, wallet or object is not
 * valid for another.
 * @param bound the passkey's id (`add`), the public key of the browser that receives the wallet (`recover`) or a proof
 * (`prove`), the digest of the data to sign (`send`) or of `approvalSubject` (`approve`)
 */
export const passkeyChallengeText = (action: PasskeyAction, uid: string, challenge: string, bound: string): string =>
  `tribe-wallet:v1:passkey:${action}:${uid}:${challenge}:${bound}`;

/** Signed by the wallet: Ed25519, sent as base58. The key itself accepts the passkey as a recovery method. */
export const passkeyOwnershipText = (uid: string, challenge: string, id: string, publicKey: string): string =>
  `tribe-wallet:v1:passkey-own:${uid}:${challenge}:${id}:${publicKey}`;
