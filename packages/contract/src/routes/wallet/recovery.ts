import * as z from "zod/mini";
import { addressSchema, base64Schema, uidSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";
import { emailSchema } from "../identity/email.ts";
import { deviceProofSchema, emailChangeSchema, linkFields, recoveryWaitSchema } from "./schemas.ts";

// Mailed links: they recover the wallet on another device, prove the person afresh, or set another recovery address.

/** Two shares that restore the wallet in a browser, which then makes its own sharing of it. */
const recoveredFields = { address: addressSchema, serverShare: base64Schema, recoveryShare: base64Schema };

export const startRecovery = defineRoute({
  method: "POST",
  path: "/v1/wallet/recovery/start",
  summary: "Mails a link that brings the wallet to the browser that asks, and to no other",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({
    /** Of the requesting browser: the link works only where the private key is. */
    devicePublicKey: base64Schema,
  }),
  answer: z.object({ request: z.string(), resendAfterSeconds: z.int() }),
  errors: ["wallet_missing", "recovery_mail_over"],
});

export const finishRecovery = defineRoute({
  method: "POST",
  path: "/v1/wallet/recovery/finish",
  summary:
    "Trades a mailed link for the server and recovery shares, against the signature of the device that asked; begins a day's wait instead, except for a wallet worth less than 0.05 SOL that created no Tribe",
  caller: "public",
  rate: "sensitive",
  body: z.object({
    ...linkFields,
    /** By the requesting device, for the action `recover` over `recoveryChallenge`. */
    signature: base64Schema,
  }),
  answer: z.union([
    z.object({
      ...recoveredFields,
      /** Of the requesting session, so that the link's page can store a sharing for the browser. */
      walletToken: z.string(),
    }),
    z.object({ wait: recoveryWaitSchema, walletToken: z.string() }),
  ]),
  errors: ["wallet_missing", "recovery_link_invalid", "conflict"],
});

export const takeRecovery = defineRoute({
  method: "POST",
  path: "/v1/wallet/recovery/take",
  summary: "Gives the same to the browser that has waited its day for them, in the session that asked",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({ devicePublicKey: base64Schema, device: deviceProofSchema }),
  answer: z.object(recoveredFields),
  errors: ["device_unknown", "wallet_missing", "recovery_mail_over", "wait_not_over"],
});

export const stopRecovery = defineRoute({
  method: "POST",
  path: "/v1/wallet/recovery/stop",
  summary: "Stops that wait by the link in the mail that told of it, in any browser and without a session",
  caller: "public",
  rate: "sensitive",
  body: z.object({ uid: uidSchema, ...linkFields }),
  answer: z.object({
    /** False when there was nothing to stop. */
    isStopped: z.boolean(),
  }),
  errors: ["recovery_link_invalid"],
});

export const cancelRecovery = defineRoute({
  method: "POST",
  path: "/v1/wallet/recovery/cancel",
  summary: "Ends the recovery of a mailed link: anybody who has the link can, in any browser",
  caller: "public",
  rate: "sensitive",
  body: z.object(linkFields),
  answer: z.object({}),
  errors: ["recovery_link_invalid"],
});

export const startProof = defineRoute({
  method: "POST",
  path: "/v1/wallet/proof/start",
  summary: "Mails a link that opens the wallet's own page, in the browser that asks, for what needs a fresh proof",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({ devicePublicKey: base64Schema }),
  answer: z.object({ request: z.string(), resendAfterSeconds: z.int() }),
  errors: ["wallet_missing", "device_unknown", "recovery_mail_over"],
});

export const finishProof = defineRoute({
  method: "POST",
  path: "/v1/wallet/proof/finish",
  summary: "Trades that link for a proof of 15 minutes, against the signature of the device that asked",
  caller: "public",
  rate: "sensitive",
  body: z.object({
    ...linkFields,
    /** By the requesting device, for the action `prove` over `recoveryChallenge`. */
    signature: base64Schema,
  }),
  answer: z.object({ proof: z.string(), walletToken: z.string() }),
  errors: ["recovery_link_invalid"],
});

export const askForEmail = defineRoute({
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
});

export const confirmEmail = defineRoute({
  method: "POST",
  path: "/v1/wallet/email/confirm",
  summary: "Trades that link for the 72 hours after which the new address counts; both addresses are told",
  caller: "public",
  rate: "sensitive",
  body: z.object({
    ...linkFields,
    /** By the requesting device, for the action `email-confirm` over `recoveryChallenge`. */
    signature: base64Schema,
  }),
  answer: emailChangeSchema,
  errors: ["recovery_link_invalid"],
});

export const stopEmail = defineRoute({
  method: "POST",
  path: "/v1/wallet/email/stop",
  summary: "Stops a change of the recovery address by the link that the address before was mailed, in any browser",
  caller: "public",
  rate: "sensitive",
  body: z.object({ uid: uidSchema, ...linkFields }),
  answer: z.object({
    /** False when there was nothing to stop. */
    isStopped: z.boolean(),
  }),
  errors: ["recovery_link_invalid"],
});
