import * as z from "zod/mini";
import { timeSchema } from "../entities.ts";
import { handleStatementSchema } from "../handle-statement.ts";
import { addressSchema, base64Schema, signatureSchema, tokenIdSchema, uidSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";
import { emailSchema } from "./identity.ts";

/**
 * The server's half of the wallet. All but `walletToken` are called by the signer's frame
 * itself, with the bearer token that `walletToken` gives, so that no share ever passes the app's origin.
 *
 * A device proves itself by ECDSA P-256 / SHA-256 over `tribe-wallet:v1:<action>:<uid>:<challenge>` with its
 * own non-extractable key (actions and texts: `wallet-proof.ts`); the challenge comes from `challenge`, or with the wallet's
 * state, and works once, for 60 s. A recovery's link is its own proof: its two calls come from the signer's page that the mail opens, which has
 * no token.
 */
const deviceProofSchema = z.object({
  challenge: z.string(),
  /** IEEE P1363 signature (64 bytes). */
  signature: base64Schema,
});

const sharingSchema = z.object({
  /** The device share stays in the signer; these two are what the server keeps, each encrypted under its own key. */
  serverShare: base64Schema,
  /** Present for the sharing that a mailed link can recover. */
  recoveryShare: z.nullable(base64Schema),
  /** SPKI of the device's P-256 public key. */
  devicePublicKey: base64Schema,
  /** Grows by one with each new sharing of this device. */
  version: z.int().check(z.minimum(1)),
});

/** A passkey's id in base64url, as the authenticator gave it. */
const passkeyIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,1400}$/, "must be a passkey's id"));

/** What a passkey signed: its challenge is `passkeyChallenge` (`wallet-proof.ts`). */
const assertionSchema = z.object({
  /** JSON as the browser made it. */
  clientDataJSON: base64Schema.check(z.maxLength(4_000)),
  authenticatorData: base64Schema.check(z.maxLength(4_000)),
  signature: base64Schema.check(z.maxLength(4_000)),
});

/** One way by which a wallet comes back, with the moments (ms since 1970) between which it counts. */
const recoveryWaySchema = z.object({
  kind: z.enum(["passkey", "kit"]),
  id: z.string(),
  name: z.string(),
  addedAt: timeSchema,
  /** It counts from here on; later than `addedAt` where somebody may still stop it. */
  from: timeSchema,
  /** When it was seen to work; null: never yet. */
  triedAt: z.nullable(timeSchema),
  /** When it ends; null: it stays. */
  until: z.nullable(timeSchema),
});

/** What stands in the mailed link. */
const linkFields = {
  request: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, "must be a request's id")),
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "must be a link's token")),
};

/** What is waited for, so that the owner can stop somebody else. */
const waitSchema = z.object({
  id: z.string(),
  /** A move needs no key to be given out; it waits like one, so that a thief moves nothing sooner than they would take it. */
  kind: z.enum(["kit", "export", "move"]),
  askedAt: timeSchema,
  /** From when the key may be taken, and until when. */
  readyAt: timeSchema,
  expiresAt: timeSchema,
  /** The device that asked, and the only one that may take it. */
  devicePublicKey: base64Schema,
});

/** What is to be sent past the allowance, while its person can still stop somebody else. */
const sendWaitSchema = z.object({
  id: z.string(),
  /** A new recipient, or a token that is bought for the first time. */
  what: z.enum(["recipient", "token"]),
  /** Of the recipient, or of the token's mint. */
  address: addressSchema,
  /** What was to be paid when it was asked for; 0 where tokens are sent. */
  lamports: z.string().check(z.regex(/^[0-9]{1,20}$/, "must be lamports")),
  askedAt: timeSchema,
  /** From when it may be sent, and until when. */
  readyAt: timeSchema,
  expiresAt: timeSchema,
  /** The device that asked, and the only one that may send it. */
  devicePublicKey: base64Schema,
});

/** Another recovery address, from when it takes the place of the one before. */
const emailChangeSchema = z.object({
  id: z.string(),
  email: z.string(),
  askedAt: timeSchema,
  /** Null until the link in a mail to it was opened. */
  from: z.nullable(timeSchema),
});

const kitNumberSchema = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, "must be a kit's number"));

/** The newest kit that was tried. */
const kitSchema = z.nullable(z.object({ number: kitNumberSchema, triedAt: timeSchema }));

/** A call for the key itself: by a device that has the wallet, with a fresh proof. */
const keyBodySchema = z.object({
  /** A kit, or the key as it is. */
  purpose: z.enum(["kit", "export"]),
  proof: z.string().check(z.maxLength(200)),
  devicePublicKey: base64Schema,
  device: deviceProofSchema,
});

/** A move to another wallet, from the moment that the account is the new one's. */
const moveSchema = z.object({
  /** The wallet of before. */
  from: addressSchema,
  at: timeSchema,
  /** Nothing is left there, and its key is forgotten. */
  isFinished: z.boolean(),
});

export const walletRoutes = {
  walletToken: defineRoute({
    method: "POST",
    path: "/v1/wallet/token",
    summary: "Gives the app a short-lived token (5 minutes) to hand to the signer's frame",
    caller: "session",
    answer: z.object({ walletToken: z.string(), expiresAt: timeSchema }),
  }),
  wallet: defineRoute({
    method: "GET",
    path: "/v1/wallet",
    summary: "Says which wallet the account has and how it can be recovered",
    caller: "wallet",
    answer: z.object({
      uid: z.string(),
      email: z.string(),
      address: z.nullable(addressSchema),
      /** `mail_link` until two ways were tried; from then on `passkey`: none of them is a mail. */
      recovery: z.enum(["none", "mail_code", "mail_link", "passkey", "password"]),
      /** Besides the mail. */
      ways: z.array(recoveryWaySchema),
      /** The server's clock, by which waits are kept. */
      now: timeSchema,
      /** Sharings of this account by device public key (SPKI, base64). */
      devices: z.array(
        z.object({ devicePublicKey: base64Schema, version: z.int(), state: z.enum(["pending", "active"]) }),
      ),
      waits: z.optional(z.array(waitSchema)),
      sends: z.optional(z.array(sendWaitSchema)),
      /** While it is not in force yet. */
      emailChange: z.optional(z.nullable(emailChangeSchema)),
      kit: z.optional(kitSchema),
      /** Null for a wallet that the account has had from the beginning. */
      move: z.optional(z.nullable(moveSchema)),
      /** As `challenge` gives them: as many as it takes to make a wallet, so that nobody waits for them one by one. */
      challenges: z.optional(z.array(z.string())),
    }),
  }),
  recipient: defineRoute({
    method: "GET",
    path: "/v1/wallet/recipient",
    summary: "Who has a wallet here, as others see them: asked by the signer before it shows a transfer to them",
    caller: "wallet",
    query: z.object({ address: addressSchema }),
    answer: z.object({
      /** Null for nobody's of Tribe, and for who is shown by the address alone. */
      person: z.nullable(z.object({ displayName: z.string(), handle: z.nullable(z.string()) })),
      /** Their account elsewhere, X before Farcaster, in words that the signer can check; null for none. */
      statement: z.optional(z.nullable(handleStatementSchema)),
    }),
  }),
  challenge: defineRoute({
    method: "POST",
    path: "/v1/wallet/challenge",
    summary: "Gives a challenge that a device signs; single use, 60 s",
    caller: "wallet",
    answer: z.object({ challenge: z.string() }),
  }),
  storeSharing: defineRoute({
    method: "POST",
    path: "/v1/wallet/sharing",
    summary: "Phase one: stores a new sharing as pending. The address's own signature proves who owns it.",
    caller: "wallet",
    body: z.object({
      address: addressSchema,
      sharing: sharingSchema,
      device: deviceProofSchema,
      /** Ed25519 by `address` over `tribe-wallet:v1:own:<uid>:<challenge>:<devicePublicKey>`, base58. */
      ownership: signatureSchema,
    }),
    answer: z.object({ version: z.int() }),
    errors: ["wallet_exists", "wallet_proof_invalid"],
  }),
  confirmSharing: defineRoute({
    method: "POST",
    path: "/v1/wallet/sharing/confirm",
    summary: "Phase two: the signer rebuilt the key from what was stored; the sharing becomes active, older ones go",
    caller: "wallet",
    body: z.object({ devicePublicKey: base64Schema, version: z.int(), device: deviceProofSchema }),
    answer: z.object({ address: addressSchema }),
    errors: ["device_unknown"],
  }),
  fetchShare: defineRoute({
    method: "POST",
    path: "/v1/wallet/share",
    summary: "Gives the server share of a device's sharing, pending ones too, against the device's signature",
    caller: "wallet",
    body: z.object({ devicePublicKey: base64Schema, version: z.optional(z.int()), device: deviceProofSchema }),
    answer: z.object({ serverShare: base64Schema, version: z.int() }),
    errors: ["device_unknown", "wallet_missing"],
  }),
  startRecovery: defineRoute({
    method: "POST",
    path: "/v1/wallet/recovery/start",
    summary: "Mails a link that brings the wallet to the browser that asks, and to no other",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      /** Of the browser that asks: the link works where its private half is. */
      devicePublicKey: base64Schema,
    }),
    answer: z.object({ request: z.string(), resendAfterSeconds: z.int() }),
    errors: ["wallet_missing", "recovery_mail_over"],
  }),
  finishRecovery: defineRoute({
    method: "POST",
    path: "/v1/wallet/recovery/finish",
    summary: "Trades a mailed link for the server and recovery shares, against the signature of the device that asked",
    caller: "public",
    rate: "sensitive",
    body: z.object({
      ...linkFields,
      /** By the device that asked, for the action `recover` over `recoveryChallenge`. */
      signature: base64Schema,
    }),
    answer: z.object({
      address: addressSchema,
      serverShare: base64Schema,
      recoveryShare: base64Schema,
      /** Of the session that asked, so that the link's page can give the browser a sharing of its own. */
      walletToken: z.string(),
    }),
    errors: ["wallet_missing", "recovery_link_invalid"],
  }),
  cancelRecovery: defineRoute({
    method: "POST",
    path: "/v1/wallet/recovery/cancel",
    summary: "Ends the recovery of a mailed link: anybody who has the link can, in any browser",
    caller: "public",
    rate: "sensitive",
    body: z.object(linkFields),
    answer: z.object({}),
  }),
  passkeyChallenge: defineRoute({
    method: "POST",
    path: "/v1/wallet/passkey/challenge",
    summary: "Gives a challenge that a passkey signs; single use, five minutes: a phone must be fetched sometimes",
    caller: "wallet",
    answer: z.object({ challenge: z.string() }),
  }),
  storePasskey: defineRoute({
    method: "POST",
    path: "/v1/wallet/passkey/store",
    summary: "Phase one of a passkey as a way of recovery: stored beside the wallet, and read back by the answer",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      address: addressSchema,
      passkey: z.object({
        id: passkeyIdSchema,
        /** SPKI: P-256, Ed25519 or RSA. */
        publicKey: base64Schema.check(z.maxLength(4_000)),
        /** What the person knows it by. */
        name: z.string().check(z.minLength(1), z.maxLength(60)),
      }),
      /** A sharing of its own: one half for the server ... */
      serverShare: base64Schema,
      /** ... and one that only the passkey's PRF opens, sealed by the signer. */
      sealedShare: base64Schema.check(z.maxLength(400)),
      device: z.object({ devicePublicKey: base64Schema, ...deviceProofSchema.shape }),
      /** Ed25519 by `address` over `passkeyOwnershipText`, with the challenge of the device's proof, base58. */
      ownership: signatureSchema,
      /** For the action `add`, bound to the passkey's id. */
      assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }),
    }),
    answer: z.object({ serverShare: base64Schema, sealedShare: base64Schema }),
    errors: ["device_unknown", "wallet_missing", "wallet_proof_invalid", "passkey_invalid"],
  }),
  confirmPasskey: defineRoute({
    method: "POST",
    path: "/v1/wallet/passkey/confirm",
    summary:
      "Phase two: the signer rebuilt the key from what was stored; the wallet's record names the passkey, and its person is told",
    caller: "wallet",
    body: z.object({
      id: passkeyIdSchema,
      device: z.object({ devicePublicKey: base64Schema, ...deviceProofSchema.shape }),
    }),
    answer: z.object({ way: recoveryWaySchema, recovery: z.enum(["mail_link", "passkey"]) }),
    errors: ["device_unknown", "wallet_missing", "passkey_invalid"],
  }),
  removePasskey: defineRoute({
    method: "POST",
    path: "/v1/wallet/passkey/remove",
    summary: "Stops a passkey that waits, or ends one that counts, after the same wait",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      id: passkeyIdSchema,
      device: z.object({ devicePublicKey: base64Schema, ...deviceProofSchema.shape }),
    }),
    answer: z.object({ ways: z.array(recoveryWaySchema) }),
    errors: ["device_unknown", "wallet_missing", "passkey_invalid", "last_ways"],
  }),
  recoverByPasskey: defineRoute({
    method: "POST",
    path: "/v1/wallet/passkey/recover",
    summary: "Trades a passkey's signature for its half of the key and the one that only the passkey opens",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      id: passkeyIdSchema,
      /** Of the browser that gets the wallet; the assertion is bound to it. */
      devicePublicKey: base64Schema,
      /** For the action `recover`. */
      assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }),
    }),
    answer: z.object({ address: addressSchema, serverShare: base64Schema, sealedShare: base64Schema }),
    errors: ["wallet_missing", "passkey_invalid", "passkey_waiting"],
  }),
  provePasskey: defineRoute({
    method: "POST",
    path: "/v1/wallet/passkey/prove",
    summary: "Says whether a passkey of this wallet that counts has signed for exactly this transaction",
    caller: "wallet",
    body: z.object({
      id: passkeyIdSchema,
      /** SHA-256 of what is to be signed, base64; the assertion is bound to it. */
      digest: base64Schema,
      /** For the action `send`. */
      assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }),
    }),
    answer: z.object({}),
    errors: ["wallet_missing", "passkey_invalid", "passkey_waiting"],
  }),
  startProof: defineRoute({
    method: "POST",
    path: "/v1/wallet/proof/start",
    summary: "Mails a link that opens the wallet's own page, in the browser that asks, for what needs a fresh proof",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({ devicePublicKey: base64Schema }),
    answer: z.object({ request: z.string(), resendAfterSeconds: z.int() }),
    errors: ["wallet_missing", "device_unknown", "recovery_mail_over"],
  }),
  finishProof: defineRoute({
    method: "POST",
    path: "/v1/wallet/proof/finish",
    summary: "Trades that link for a proof of 15 minutes, against the signature of the device that asked",
    caller: "public",
    rate: "sensitive",
    body: z.object({
      ...linkFields,
      /** By the device that asked, for the action `prove` over `recoveryChallenge`. */
      signature: base64Schema,
    }),
    answer: z.object({ proof: z.string(), walletToken: z.string() }),
    errors: ["recovery_link_invalid"],
  }),
  proveByPasskey: defineRoute({
    method: "POST",
    path: "/v1/wallet/proof/passkey",
    summary: "Trades a passkey's signature for the same proof, in a browser that has the wallet",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      id: passkeyIdSchema,
      /** Of the browser that is given the proof; the assertion is bound to it. */
      devicePublicKey: base64Schema,
      /** For the action `prove`. */
      assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }),
    }),
    answer: z.object({ proof: z.string() }),
    errors: ["wallet_missing", "device_unknown", "passkey_invalid", "passkey_waiting"],
  }),
  askForEmail: defineRoute({
    method: "POST",
    path: "/v1/wallet/email/ask",
    summary: "Begins a change of the recovery address: mails a link to the new one, in the place of a change before",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      email: emailSchema,
      proof: z.string().check(z.maxLength(200)),
      devicePublicKey: base64Schema,
      device: deviceProofSchema,
    }),
    answer: z.object({ request: z.string(), resendAfterSeconds: z.int() }),
    errors: ["device_unknown", "wallet_missing", "proof_needed"],
  }),
  confirmEmail: defineRoute({
    method: "POST",
    path: "/v1/wallet/email/confirm",
    summary: "Trades that link for the 72 hours after which the new address counts; both addresses are told",
    caller: "public",
    rate: "sensitive",
    body: z.object({
      ...linkFields,
      /** By the device that asked, for the action `email-confirm` over `recoveryChallenge`. */
      signature: base64Schema,
    }),
    answer: emailChangeSchema,
    errors: ["recovery_link_invalid"],
  }),
  stopEmail: defineRoute({
    method: "POST",
    path: "/v1/wallet/email/stop",
    summary: "Stops a change of the recovery address by the link that the address before was mailed, in any browser",
    caller: "public",
    rate: "sensitive",
    body: z.object({ uid: uidSchema, ...linkFields }),
    answer: z.object({
      /** Whether there was something to stop. */
      isStopped: z.boolean(),
    }),
    errors: ["recovery_link_invalid"],
  }),
  askForKey: defineRoute({
    method: "POST",
    path: "/v1/wallet/key/ask",
    summary:
      "Begins the day's wait for the wallet's key or a move, which is mailed; there is none while the wallet is empty",
    caller: "wallet",
    rate: "sensitive",
    body: z.extend(keyBodySchema, { purpose: waitSchema.shape.kind }),
    answer: waitSchema,
    errors: ["device_unknown", "wallet_missing", "proof_needed"],
  }),
  takeKey: defineRoute({
    method: "POST",
    path: "/v1/wallet/key/take",
    summary: "Gives the server's share for a kit or an export, once its wait is over",
    caller: "wallet",
    rate: "sensitive",
    body: keyBodySchema,
    answer: z.object({ serverShare: base64Schema, version: z.int() }),
    errors: ["device_unknown", "wallet_missing", "proof_needed", "wait_not_over"],
  }),
  confirmKit: defineRoute({
    method: "POST",
    path: "/v1/wallet/kit",
    summary: "Says that a kit was tried, by the signature of the key that it restored: from then on it counts",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      number: kitNumberSchema,
      devicePublicKey: base64Schema,
      device: deviceProofSchema,
      /** Ed25519 by the wallet over `kitText`, base58. */
      ownership: signatureSchema,
    }),
    answer: z.object({}),
    errors: ["device_unknown", "wallet_missing", "wallet_proof_invalid"],
  }),
  storeMove: defineRoute({
    method: "POST",
    path: "/v1/wallet/move/store",
    summary:
      "Phase one of a move: stores a new wallet's sharing and the key of before sealed under it, and reads both back",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      /** The new wallet. */
      to: addressSchema,
      sharing: z.extend(sharingSchema, { recoveryShare: base64Schema }),
      /** The seed of before, which the new wallet's own seed opens. */
      sealedKey: base64Schema.check(z.maxLength(400)),
      proof: z.string().check(z.maxLength(200)),
      device: deviceProofSchema,
      /** Ed25519 by `to` over `ownershipText`, base58. */
      ownership: signatureSchema,
    }),
    answer: z.object({ serverShare: base64Schema, sealedKey: base64Schema }),
    errors: ["device_unknown", "wallet_missing", "wallet_proof_invalid", "proof_needed", "wait_not_over", "conflict"],
  }),
  confirmMove: defineRoute({
    method: "POST",
    path: "/v1/wallet/move/confirm",
    summary:
      "Phase two: by the word of both wallets the account is the new one's; the one of before keeps what it owns",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      from: addressSchema,
      to: addressSchema,
      /** When it was said; the server takes it for five minutes. */
      at: timeSchema,
      proof: z.string().check(z.maxLength(200)),
      devicePublicKey: base64Schema,
      device: deviceProofSchema,
      /** Ed25519 by each wallet over `moveText`, base58. */
      saidByFrom: signatureSchema,
      saidByTo: signatureSchema,
    }),
    answer: z.object({ address: addressSchema }),
    errors: ["device_unknown", "wallet_missing", "wallet_proof_invalid", "proof_needed", "wait_not_over", "conflict"],
  }),
  formerKey: defineRoute({
    method: "POST",
    path: "/v1/wallet/move/key",
    summary: "Gives the key of the wallet of before, sealed under this one's, to a device that has this one",
    caller: "wallet",
    body: z.object({ devicePublicKey: base64Schema, device: deviceProofSchema }),
    answer: z.object({
      from: addressSchema,
      sealedKey: base64Schema,
      /** Tribes whose creator the wallet of before still is by the index. */
      tribes: z.array(z.object({ tokenId: tokenIdSchema, mint: addressSchema, newMint: z.nullable(addressSchema) })),
    }),
    errors: ["device_unknown", "wallet_missing"],
  }),
  finishMove: defineRoute({
    method: "POST",
    path: "/v1/wallet/move/finish",
    summary: "Forgets the key of the wallet of before, once the chain shows nothing there any more",
    caller: "wallet",
    body: z.object({
      devicePublicKey: base64Schema,
      device: deviceProofSchema,
      /** Ed25519 by the wallet over `moveEndText`, base58: it has been used. */
      ownership: signatureSchema,
    }),
    answer: z.object({}),
    errors: ["device_unknown", "wallet_missing", "wallet_proof_invalid", "conflict"],
  }),
  askToSend: defineRoute({
    method: "POST",
    path: "/v1/wallet/send/ask",
    summary: "Begins the day's wait for what is sent past the allowance where no passkey can be asked; it is mailed",
    caller: "wallet",
    rate: "sensitive",
    body: z.object({
      what: sendWaitSchema.shape.what,
      address: sendWaitSchema.shape.address,
      lamports: sendWaitSchema.shape.lamports,
      devicePublicKey: base64Schema,
      device: deviceProofSchema,
    }),
    answer: sendWaitSchema,
    errors: ["device_unknown", "wallet_missing"],
  }),
  cancelWait: defineRoute({
    method: "POST",
    path: "/v1/wallet/wait/cancel",
    summary: "Stops what is waited for, from any browser of the account",
    caller: "wallet",
    body: z.object({ id: z.string().check(z.maxLength(64)) }),
    answer: z.object({}),
  }),
  safety: defineRoute({
    method: "GET",
    path: "/v1/wallet/safety",
    summary: "What the caller's wallet waits for and which kit counts, as the database has it: for the app's page",
    caller: "session",
    answer: z.object({
      waits: z.array(waitSchema),
      sends: z.optional(z.array(sendWaitSchema)),
      /** By what the wallet comes back: `mail_link` until two ways count; absent where there is no wallet. */
      recovery: z.optional(z.enum(["mail_link", "passkey"])),
      ways: z.optional(z.array(recoveryWaySchema)),
      /** Where the wallet's mails go. */
      email: z.optional(z.string()),
      emailChange: z.optional(z.nullable(emailChangeSchema)),
      kit: kitSchema,
      move: z.optional(z.nullable(moveSchema)),
    }),
  }),
  stopWait: defineRoute({
    method: "POST",
    path: "/v1/wallet/wait/stop",
    summary: "Has what is waited for stopped by the process with the wallets' keys",
    caller: "session",
    body: z.object({ id: z.string().check(z.maxLength(64)) }),
    answer: z.object({}),
  }),
} as const;

/** A way of recovery besides the mail. */
export type RecoveryWayInfo = z.output<typeof recoveryWaySchema>;
/** What a wallet waits to send. */
export type SendWaitInfo = z.output<typeof sendWaitSchema>;
/** What a passkey signed. */
export type PasskeyAssertion = z.output<typeof assertionSchema>;
