import * as z from "zod/mini";
import { addressSchema, base64Schema, timeSchema } from "../../primitives.ts";
import { tokensSchema } from "../../wallet/outflow.ts";

/** A device's signature over a challenge (`sharings.ts`). */
export const deviceProofSchema = z.object({
  challenge: z.string(),
  /** IEEE P1363 signature (64 bytes). */
  signature: base64Schema,
});

export const sharingSchema = z.object({
  /** The device share stays in the signer; the server keeps these two, each encrypted with its own key. */
  serverShare: base64Schema,
  /** Null for a sharing that a mailed link cannot recover. */
  recoveryShare: z.nullable(base64Schema),
  /** SPKI of the device's P-256 public key. */
  devicePublicKey: base64Schema,
  /** Grows by one with each new sharing of this device. */
  version: z.int().check(z.minimum(1)),
});

/** A passkey's id in base64url, as the authenticator gave it. */
export const passkeyIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,1400}$/, "must be a passkey's id"));

/** A passkey's signature: its challenge is `passkeyChallenge` (`wallet-proof.ts`). */
export const assertionSchema = z.object({
  /** The JSON that the browser made. */
  clientDataJSON: base64Schema.check(z.maxLength(4_000)),
  authenticatorData: base64Schema.check(z.maxLength(4_000)),
  signature: base64Schema.check(z.maxLength(4_000)),
});

/** One recovery method of a wallet, with the times (ms since 1970) between which it is in force. */
export const recoveryWaySchema = z.object({
  kind: z.enum(["passkey", "kit"]),
  id: z.string(),
  name: z.string(),
  addedAt: timeSchema,
  /** It is in force from then on; later than `addedAt` while somebody may still stop it. */
  from: timeSchema,
  /** When it last worked; null: never yet. */
  triedAt: z.nullable(timeSchema),
  /** When it ends; null: it has no end. */
  until: z.nullable(timeSchema),
});

/** The fields of the mailed link. */
export const linkFields = {
  request: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, "must be a request's id")),
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "must be a link's token")),
};

/** A delayed request for the key, which the owner can still stop. */
export const waitSchema = z.object({
  id: z.string(),
  /** A move gives out no key, but has the same delay, so that a thief gains no time by it. */
  kind: z.enum(["kit", "export", "move"]),
  askedAt: timeSchema,
  /** When the key may be taken, and until when. */
  readyAt: timeSchema,
  expiresAt: timeSchema,
  /** The requesting device, the only one that may take it. */
  devicePublicKey: base64Schema,
});

/** A delayed outflow over the allowance, which the owner can still stop. */
export const sendWaitSchema = z.object({
  id: z.string(),
  /** A send to a recipient, a purchase of a token, a Tribe's first buy, or an airdrop. */
  what: z.enum(["recipient", "token", "creation", "airdrop"]),
  /** The address of the recipient, of the token's mint, of the wallet itself (a creation), or of the Tribe's mint. */
  address: addressSchema,
  /** Lamports that may still leave by this wait; 0 when only tokens do. */
  lamports: z.string().check(z.regex(/^[0-9]{1,20}$/, "must be lamports")),
  /** Tokens that may still leave by this wait; null or absent for SOL. */
  tokens: z.optional(z.nullable(tokensSchema)),
  /** SHA-256 of an airdrop's list, in hex; null or absent otherwise. */
  list: z.optional(z.nullable(z.string())),
  askedAt: timeSchema,
  /** When it may be confirmed, and until when. */
  readyAt: timeSchema,
  expiresAt: timeSchema,
  /** The requesting device, the only one that may confirm it. */
  devicePublicKey: base64Schema,
});

/** A delayed recovery in another browser, whose mailed link was opened there; the owner can still stop it. */
export const recoveryWaitSchema = z.object({
  id: z.string(),
  askedAt: timeSchema,
  /** When the wallet is given out, and until when. */
  readyAt: timeSchema,
  expiresAt: timeSchema,
  /** The browser that opened the link, the only one that receives the wallet. */
  devicePublicKey: base64Schema,
  /** That browser and its network, as we describe them. */
  place: z.object({ device: z.string(), network: z.string() }),
});

/** A change of the recovery address, with the time at which it takes effect. */
export const emailChangeSchema = z.object({
  id: z.string(),
  email: z.string(),
  askedAt: timeSchema,
  /** Null until the link in the mail to the new address was opened. */
  from: z.nullable(timeSchema),
});

export const kitNumberSchema = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, "must be a kit's number"));

/** The newest recovery kit that was tested. */
export const kitSchema = z.nullable(z.object({ number: kitNumberSchema, triedAt: timeSchema }));

/** A request for the key itself, by a device that has the wallet, with a fresh proof. */
export const keyBodySchema = z.object({
  /** A recovery kit, or the key in plain form. */
  purpose: z.enum(["kit", "export"]),
  proof: z.string().check(z.maxLength(200)),
  devicePublicKey: base64Schema,
  device: deviceProofSchema,
});

/** A move to another wallet, from the time at which the account has the new one. */
export const moveSchema = z.object({
  /** The former wallet. */
  from: addressSchema,
  at: timeSchema,
  /** The person finished it, after the nodes showed nothing in the former wallet. */
  isFinished: z.boolean(),
  /** Until when the former wallet's key is kept after that; older servers deleted it at once. */
  keptUntil: z.optional(timeSchema),
});

/** A recovery method other than the mail. */
export type RecoveryWayInfo = z.output<typeof recoveryWaySchema>;
/** A delayed outflow of a wallet. */
export type SendWaitInfo = z.output<typeof sendWaitSchema>;
/** A passkey's signature. */
export type PasskeyAssertion = z.output<typeof assertionSchema>;
