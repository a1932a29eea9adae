import * as z from "zod/mini";
import { addressSchema, base64Schema, signatureSchema, timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";
import { assertionSchema, deviceProofSchema, passkeyIdSchema } from "./schemas.ts";

// A browser that has the wallet approves another one. Messages and checks of both sides: `../../wallet/approval.ts`.

const requestField = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, "must be a request's id"));
/** 32 bytes: a random value, or a SHA-256. */
const bytes32Schema = base64Schema.check(z.length(44));

/** A request as both browsers see it. The server forwards it; neither browser trusts more of it than it can check. */
const approvalSchema = z.object({
  request: requestField,
  /** Whether the calling session made the request. */
  isOwn: z.boolean(),
  /** Of the requesting browser: SPKI of the key that the wallet's record would name. */
  devicePublicKey: base64Schema,
  /** Of the requesting browser: the raw P-256 point to which its share is encrypted. */
  agreementKey: base64Schema,
  commitment: bytes32Schema,
  /** Described by the process with the wallets' keys, from the request's call. */
  place: z.object({ device: z.string(), network: z.string() }),
  /** When its session signed in; null when unknown. */
  signedInAt: z.nullable(timeSchema),
  askedAt: timeSchema,
  expiresAt: timeSchema,
  state: z.enum(["asked", "opened", "revealed", "approved", "refused"]),
  /** The approving browser, once there is one. */
  approver: z.nullable(z.object({ devicePublicKey: base64Schema, nonce: bytes32Schema })),
  /** The nonce of the commitment; sent only after the approving browser has sent its own. */
  nonce: z.nullable(bytes32Schema),
  /** Its share, which only the requesting browser gets. */
  approved: z.nullable(z.object({ version: z.int(), sealedShare: base64Schema })),
});

export const askForApproval = defineRoute({
  method: "POST",
  path: "/v1/wallet/approval/ask",
  summary:
    "Asks the browsers that have the wallet for it; the owner is told. One request of a wallet at a time, 15 minutes",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({
    devicePublicKey: base64Schema.check(z.maxLength(400)),
    agreementKey: base64Schema.check(z.length(88)),
    commitment: bytes32Schema,
    device: deviceProofSchema,
  }),
  answer: z.object({ request: requestField, expiresAt: timeSchema }),
  errors: ["device_unknown", "wallet_missing", "conflict"],
});

export const approval = defineRoute({
  method: "GET",
  path: "/v1/wallet/approval",
  summary: "The open request for this wallet, for the browser that asked and for those that may answer",
  caller: "wallet",
  answer: z.object({ approval: z.nullable(approvalSchema), now: timeSchema }),
});

export const openApproval = defineRoute({
  method: "POST",
  path: "/v1/wallet/approval/open",
  summary: "Says that a browser with the wallet looks at the request, with its part of the comparison number",
  caller: "wallet",
  body: z.object({
    request: requestField,
    devicePublicKey: base64Schema,
    nonce: bytes32Schema,
    device: deviceProofSchema,
  }),
  answer: z.object({}),
  errors: ["device_unknown", "wallet_missing", "not_found", "conflict"],
});

export const revealApproval = defineRoute({
  method: "POST",
  path: "/v1/wallet/approval/reveal",
  summary:
    "Gives what the commitment was made of, by the session that asked: from then on both browsers know the number",
  caller: "wallet",
  body: z.object({ request: requestField, nonce: bytes32Schema }),
  answer: z.object({}),
  errors: ["not_found", "conflict"],
});

export const approveDevice = defineRoute({
  method: "POST",
  path: "/v1/wallet/approval/approve",
  summary: "Stores a sharing for the browser that asked, by the word of an approving device and of the wallet itself",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({
    request: requestField,
    address: addressSchema,
    /** Of the requesting browser: the version of its next sharing. */
    version: z.int().check(z.minimum(1)),
    serverShare: base64Schema.check(z.maxLength(400)),
    /** The share with which a mailed link recovers the wallet; null for none. */
    recoveryShare: z.nullable(base64Schema.check(z.maxLength(400))),
    /** The device share, which only the requesting browser can decrypt. */
    sealedShare: base64Schema.check(z.maxLength(800)),
    /** Of the approving browser. */
    devicePublicKey: base64Schema,
    /** By that browser over `approvalText`, with its own challenge. */
    device: deviceProofSchema,
    /** Ed25519 by `address` over the same text, base58. */
    ownership: signatureSchema,
    /** For the action `approve`, bound to `approvalSubject`; required when the wallet has a passkey in force. */
    passkey: z.optional(
      z.object({ id: passkeyIdSchema, assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }) }),
    ),
  }),
  answer: z.object({}),
  errors: [
    ...(["device_unknown", "wallet_missing", "wallet_proof_invalid", "not_found"] as const),
    ...(["passkey_invalid", "passkey_waiting", "conflict"] as const),
  ],
});

export const endApproval = defineRoute({
  method: "POST",
  path: "/v1/wallet/approval/end",
  summary: "Withdraws a request, in the browser that asked; refuses it, in any other one of the account",
  caller: "wallet",
  body: z.object({
    request: requestField,
    /** Whether to end the requesting session as well. */
    endsSession: z.optional(z.boolean()),
  }),
  answer: z.object({}),
});
