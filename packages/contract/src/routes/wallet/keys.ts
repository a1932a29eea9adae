import * as z from "zod/mini";
import { addressSchema, base64Schema, signatureSchema, timeSchema, tokenIdSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";
import { deviceProofSchema, keyBodySchema, kitNumberSchema, sharingSchema, waitSchema } from "./schemas.ts";

// The key itself, as a recovery kit or in plain form, and the move to another wallet.

export const askForKey = defineRoute({
  method: "POST",
  path: "/v1/wallet/key/ask",
  summary:
    "Begins the day's wait for the wallet's key or a move, which is mailed; there is none while the wallet is empty",
  caller: "wallet",
  rate: "sensitive",
  body: z.extend(keyBodySchema, { purpose: waitSchema.shape.kind }),
  answer: waitSchema,
  errors: ["device_unknown", "wallet_missing", "proof_needed"],
});

export const takeKey = defineRoute({
  method: "POST",
  path: "/v1/wallet/key/take",
  summary: "Gives the server's share for a kit or an export, once its wait is over",
  caller: "wallet",
  rate: "sensitive",
  body: keyBodySchema,
  answer: z.object({ serverShare: base64Schema, version: z.int() }),
  errors: ["device_unknown", "wallet_missing", "proof_needed", "wait_not_over"],
});

export const confirmKit = defineRoute({
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
});

export const storeMove = defineRoute({
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
    /** The former wallet's seed, encrypted with the new wallet's seed. */
    sealedKey: base64Schema.check(z.maxLength(400)),
    proof: z.string().check(z.maxLength(200)),
    device: deviceProofSchema,
    /** Ed25519 by `to` over `ownershipText`, base58. */
    ownership: signatureSchema,
  }),
  answer: z.object({ serverShare: base64Schema, sealedKey: base64Schema }),
  errors: ["device_unknown", "wallet_missing", "wallet_proof_invalid", "proof_needed", "wait_not_over", "conflict"],
});

export const confirmMove = defineRoute({
  method: "POST",
  path: "/v1/wallet/move/confirm",
  summary: "Phase two: by the word of both wallets the account is the new one's; the one of before keeps what it owns",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({
    from: addressSchema,
    to: addressSchema,
    /** When it was signed; the server accepts it for five minutes. */
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
});

export const formerKey = defineRoute({
  method: "POST",
  path: "/v1/wallet/move/key",
  summary: "Gives the key of the wallet of before, sealed under this one's, to a device that has this one",
  caller: "wallet",
  body: z.object({ devicePublicKey: base64Schema, device: deviceProofSchema }),
  answer: z.object({
    from: addressSchema,
    sealedKey: base64Schema,
    /** Tribes whose creator in the index is still the former wallet. */
    tribes: z.array(z.object({ tokenId: tokenIdSchema, mint: addressSchema, newMint: z.nullable(addressSchema) })),
    /** How many compressed token accounts the former wallet has, which no move transfers; null when nobody could say. */
    claims: z.optional(z.nullable(z.int())),
  }),
  errors: ["device_unknown", "wallet_missing"],
});

export const finishMove = defineRoute({
  method: "POST",
  path: "/v1/wallet/move/finish",
  summary: "Finishes a move, once the chain shows nothing at the wallet of before: its key is deleted 30 days later",
  caller: "wallet",
  body: z.object({
    devicePublicKey: base64Schema,
    device: deviceProofSchema,
    /** Ed25519 by the wallet over `moveEndText`, base58: proof that the former key was used. */
    ownership: signatureSchema,
  }),
  answer: z.object({}),
  errors: ["device_unknown", "wallet_missing", "wallet_proof_invalid", "conflict"],
});
