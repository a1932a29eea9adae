import * as z from "zod/mini";
import { handleStatementSchema } from "../../handle-statement.ts";
import { addressSchema, base64Schema, signatureSchema, timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";
import { creatorStatementSchema, spendSchema } from "../../wallet/outflow.ts";
import {
  deviceProofSchema,
  emailChangeSchema,
  kitSchema,
  moveSchema,
  recoveryWaitSchema,
  recoveryWaySchema,
  sendWaitSchema,
  sharingSchema,
  waitSchema,
} from "./schemas.ts";

// The wallet itself: its state, and its shares for each device.

/** A transaction has 1,232 bytes at most: no message is longer in base64. */
const maxMessageLength = 1_644;

export const walletToken = defineRoute({
  method: "POST",
  path: "/v1/wallet/token",
  summary: "Gives the app a short-lived token (5 minutes) to hand to the signer's frame",
  caller: "session",
  answer: z.object({ walletToken: z.string(), expiresAt: timeSchema }),
});

export const wallet = defineRoute({
  method: "GET",
  path: "/v1/wallet",
  summary: "Says which wallet the account has and how it can be recovered",
  caller: "wallet",
  answer: z.object({
    uid: z.string(),
    email: z.string(),
    address: z.nullable(addressSchema),
    /** `mail_link` until two methods were tested, then `passkey`: a mail recovers nothing any more. */
    recovery: z.enum(["none", "mail_code", "mail_link", "passkey", "password"]),
    /** Recovery methods other than the mail. */
    ways: z.array(recoveryWaySchema),
    /** The server's clock, by which delays are measured. */
    now: timeSchema,
    /** Sharings of this account by device public key (SPKI, base64). */
    devices: z.array(
      z.object({
        devicePublicKey: base64Schema,
        version: z.int(),
        state: z.enum(["pending", "active"]),
        /** Whether the device's use was not recorded for a day: asking for its share records it. */
        isUseDue: z.optional(z.boolean()),
      }),
    ),
    waits: z.optional(z.array(waitSchema)),
    sends: z.optional(z.array(sendWaitSchema)),
    /** Delayed recoveries in other browsers by mailed link. */
    recoveries: z.optional(z.array(recoveryWaitSchema)),
    /** While the change is not in force yet. */
    emailChange: z.optional(z.nullable(emailChangeSchema)),
    kit: z.optional(kitSchema),
    /** Null for a wallet that the account has had from the beginning. */
    move: z.optional(z.nullable(moveSchema)),
    /** Whether another browser that had the wallet within 30 days can approve this one. */
    canBeApproved: z.optional(z.boolean()),
    /** The challenges that creating a wallet needs, as `challenge` gives them: so it needs no call for each. */
    challenges: z.optional(z.array(z.string())),
  }),
});

export const recipient = defineRoute({
  method: "GET",
  path: "/v1/wallet/recipient",
  summary: "Who has a wallet here, as others see them: asked by the signer before it shows a transfer to them",
  caller: "wallet",
  query: z.object({ address: addressSchema }),
  answer: z.object({
    /** Null when the address belongs to no account of Tribe, or its owner is shown only by address. */
    person: z.nullable(z.object({ displayName: z.string(), handle: z.nullable(z.string()) })),
    /** Their social account, X before Farcaster, as a statement that the signer can verify; null for none. */
    statement: z.optional(z.nullable(handleStatementSchema)),
  }),
});

export const creator = defineRoute({
  method: "GET",
  path: "/v1/wallet/creator",
  summary: "Who created the Tribe of a mint, signed: asked by the signer before it shows whose token is traded",
  caller: "wallet",
  query: z.object({ mint: addressSchema }),
  answer: z.object({
    /** Null when no Tribe of this installation has this mint, or the chain does not answer. */
    creator: z.nullable(creatorStatementSchema),
    /** The creator's social account, as in `recipient`. */
    statement: z.nullable(handleStatementSchema),
  }),
});

export const challenge = defineRoute({
  method: "POST",
  path: "/v1/wallet/challenge",
  summary: "Gives a challenge that a device signs; single use, 60 s",
  caller: "wallet",
  answer: z.object({ challenge: z.string() }),
});

export const storeSharing = defineRoute({
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
  errors: ["device_unknown", "wallet_exists", "wallet_proof_invalid"],
});

export const confirmSharing = defineRoute({
  method: "POST",
  path: "/v1/wallet/sharing/confirm",
  summary: "Phase two: the signer rebuilt the key from what was stored; the sharing becomes active, older ones go",
  caller: "wallet",
  body: z.object({ devicePublicKey: base64Schema, version: z.int(), device: deviceProofSchema }),
  answer: z.object({ address: addressSchema }),
  errors: ["device_unknown"],
});

export const fetchShare = defineRoute({
  method: "POST",
  path: "/v1/wallet/share",
  summary: "Gives the server share of a device's sharing, pending ones too, against the device's signature",
  caller: "wallet",
  body: z.object({
    devicePublicKey: base64Schema,
    version: z.optional(z.int()),
    device: deviceProofSchema,
    /** What the signature lets out: it is counted before the share is given. The device's proof covers it (`spendProofText`). */
    spend: z.optional(spendSchema),
    /**
     * The transaction's message that `spend` names by its digest: should it fail or expire, the role `keys` gives back what was
     * counted for it. Without it, and for an airdrop's list, nothing is given back.
     */
    message: z.optional(base64Schema.check(z.maxLength(maxMessageLength))),
  }),
  answer: z.object({ serverShare: base64Schema, version: z.int() }),
  errors: ["device_unknown", "wallet_missing", "allowance_over"],
});
