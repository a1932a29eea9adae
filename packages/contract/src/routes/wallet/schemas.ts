import * as z from "zod/mini";
import { addressSchema, base64Schema, timeSchema } from "../../primitives.ts";

/** A device's signature over a challenge (`sharings.ts`). */
export const deviceProofSchema = z.object({
  challenge: z.string(),
  /** IEEE P1363 signature (64 bytes). */
  signature: base64Schema,
});

export const sharingSchema = z.object({
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
export const passkeyIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,1400}$/, "must be a passkey's id"));

/** What a passkey signed: its challenge is `passkeyChallenge` (`wallet-proof.ts`). */
export const assertionSchema = z.object({
  /** JSON as the browser made it. */
  clientDataJSON: base64Schema.check(z.maxLength(4_000)),
  authenticatorData: base64Schema.check(z.maxLength(4_000)),
  signature: base64Schema.check(z.maxLength(4_000)),
});

/** One way by which a wallet comes back, with the moments (ms since 1970) between which it counts. */
export const recoveryWaySchema = z.object({
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
export const linkFields = {
  request: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, "must be a request's id")),
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "must be a link's token")),
};

/** What is waited for, so that the owner can stop somebody else. */
export const waitSchema = z.object({
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
export const sendWaitSchema = z.object({
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

/** The wallet is to come to another browser by a mailed link that was opened there, while its person can still stop somebody else. */
export const recoveryWaitSchema = z.object({
  id: z.string(),
  askedAt: timeSchema,
  /** From when it is given, and until when. */
  readyAt: timeSchema,
  expiresAt: timeSchema,
  /** The browser that opened the link, and the only one that is given it. */
  devicePublicKey: base64Schema,
  /** That browser and its network, in words of ours. */
  place: z.object({ device: z.string(), network: z.string() }),
});

/** Another recovery address, from when it takes the place of the one before. */
export const emailChangeSchema = z.object({
  id: z.string(),
  email: z.string(),
  askedAt: timeSchema,
  /** Null until the link in a mail to it was opened. */
  from: z.nullable(timeSchema),
});

export const kitNumberSchema = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, "must be a kit's number"));

/** The newest kit that was tried. */
export const kitSchema = z.nullable(z.object({ number: kitNumberSchema, triedAt: timeSchema }));

/** A call for the key itself: by a device that has the wallet, with a fresh proof. */
export const keyBodySchema = z.object({
  /** A kit, or the key as it is. */
  purpose: z.enum(["kit", "export"]),
  proof: z.string().check(z.maxLength(200)),
  devicePublicKey: base64Schema,
  device: deviceProofSchema,
});

/** A move to another wallet, from the moment that the account is the new one's. */
export const moveSchema = z.object({
  /** The wallet of before. */
  from: addressSchema,
  at: timeSchema,
  /** Nothing is left there, and its key is forgotten. */
  isFinished: z.boolean(),
});

/** A way of recovery besides the mail. */
export type RecoveryWayInfo = z.output<typeof recoveryWaySchema>;
/** What a wallet waits to send. */
export type SendWaitInfo = z.output<typeof sendWaitSchema>;
/** What a passkey signed. */
export type PasskeyAssertion = z.output<typeof assertionSchema>;
