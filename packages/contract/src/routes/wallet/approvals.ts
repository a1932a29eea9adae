import * as z from "zod/mini";
import { addressSchema, base64Schema, signatureSchema, timeSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";
import { assertionSchema, deviceProofSchema, passkeyIdSchema } from "./schemas.ts";

// A browser that has the wallet gives it to another one. What each side says and checks: `../../wallet/approval.ts`.

const requestField = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, "must be a request's id"));
/** 32 bytes: a random value, or a SHA-256. */
const bytes32Schema = base64Schema.check(z.length(44));

/** A request as both browsers see it. The server hands it on; neither believes more of it than it can check. */
const approvalSchema = z.object({
  request: requestField,
  /** Whether the session that looks is the one that asked. */
  isOwn: z.boolean(),
  /** Of the browser that asks: SPKI of the key that the wallet's record would name. */
  devicePublicKey: base64Schema,
  /** Of the browser that asks: the raw P-256 point that its half is encrypted to. */
  agreementKey: base64Schema,
  commitment: bytes32Schema,
  /** In words of ours, by what the process with the wallets' keys saw of the call. */
  place: z.object({ device: z.string(), network: z.string() }),
  /** Since when it is signed in; null where nobody knows. */
  signedInAt: z.nullable(timeSchema),
  askedAt: timeSchema,
  expiresAt: timeSchema,
  state: z.enum(["asked", "opened", "revealed", "approved", "refused"]),
  /** Who looks at it, once somebody does. */
  approver: z.nullable(z.object({ devicePublicKey: base64Schema, nonce: bytes32Schema })),
  /** What the commitment was made of; only after an approver has sent theirs. */
  nonce: z.nullable(bytes32Schema),
  /** Its half, for the browser that asked alone. */
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
    /** Of the browser that asked: its next sharing. */
    version: z.int().check(z.minimum(1)),
    serverShare: base64Schema.check(z.maxLength(400)),
    /** Where a mailed link may bring the wallet back. */
    recoveryShare: z.nullable(base64Schema.check(z.maxLength(400))),
    /** The device's half, which only the browser that asked opens. */
    sealedShare: base64Schema.check(z.maxLength(800)),
    /** Of the browser that approves. */
    devicePublicKey: base64Schema,
    /** By that browser over `approvalText`, with a challenge of its own. */
    device: deviceProofSchema,
    /** Ed25519 by `address` over the same text, base58. */
    ownership: signatureSchema,
    /** For the action `approve`, bound to `approvalSubject`; needed where a passkey of the wallet counts. */
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
    /** Whether the session that asked is ended, too. */
    endsSession: z.optional(z.boolean()),
  }),
  answer: z.object({}),
});
