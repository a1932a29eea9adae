import * as z from "zod/mini";
import { addressSchema, base64Schema, signatureSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";
import { assertionSchema, deviceProofSchema, passkeyIdSchema, recoveryWaySchema } from "./schemas.ts";

// Passkeys as recovery methods and as proofs.

/** A device with its proof, for bodies that do not name the device otherwise. */
const namedDeviceSchema = z.object({ devicePublicKey: base64Schema, ...deviceProofSchema.shape });

export const passkeyChallenge = defineRoute({
  method: "POST",
  path: "/v1/wallet/passkey/challenge",
  summary: "Gives a challenge that a passkey signs; single use, five minutes: a phone must be fetched sometimes",
  caller: "wallet",
  answer: z.object({ challenge: z.string() }),
});

export const storePasskey = defineRoute({
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
      /** The name that the person gave it. */
      name: z.string().check(z.minLength(1), z.maxLength(60)),
    }),
    /** A sharing for this passkey: one share for the server ... */
    serverShare: base64Schema,
    /** ... and one that only the passkey's PRF can decrypt, encrypted by the signer. */
    sealedShare: base64Schema.check(z.maxLength(400)),
    device: namedDeviceSchema,
    /** Ed25519 by `address` over `passkeyOwnershipText`, with the challenge of the device's proof, base58. */
    ownership: signatureSchema,
    /** For the action `add`, bound to the passkey's id. */
    assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }),
  }),
  answer: z.object({ serverShare: base64Schema, sealedShare: base64Schema }),
  errors: ["device_unknown", "wallet_missing", "wallet_proof_invalid", "passkey_invalid"],
});

export const confirmPasskey = defineRoute({
  method: "POST",
  path: "/v1/wallet/passkey/confirm",
  summary:
    "Phase two: the signer rebuilt the key from what was stored; the wallet's record names the passkey, and its person is told",
  caller: "wallet",
  body: z.object({
    id: passkeyIdSchema,
    device: namedDeviceSchema,
  }),
  answer: z.object({ way: recoveryWaySchema, recovery: z.enum(["mail_link", "passkey"]) }),
  errors: ["device_unknown", "wallet_missing", "passkey_invalid"],
});

export const removePasskey = defineRoute({
  method: "POST",
  path: "/v1/wallet/passkey/remove",
  summary: "Stops a passkey that waits, or ends one that counts, after the same wait",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({
    id: passkeyIdSchema,
    device: namedDeviceSchema,
  }),
  answer: z.object({ ways: z.array(recoveryWaySchema) }),
  errors: ["device_unknown", "wallet_missing", "passkey_invalid", "last_ways"],
});

export const recoverByPasskey = defineRoute({
  method: "POST",
  path: "/v1/wallet/passkey/recover",
  summary: "Trades a passkey's signature for its half of the key and the one that only the passkey opens",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({
    id: passkeyIdSchema,
    /** Of the browser that receives the wallet; the assertion is bound to it. */
    devicePublicKey: base64Schema,
    /** For the action `recover`. */
    assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }),
  }),
  answer: z.object({ address: addressSchema, serverShare: base64Schema, sealedShare: base64Schema }),
  errors: ["wallet_missing", "passkey_invalid", "passkey_waiting"],
});

export const provePasskey = defineRoute({
  method: "POST",
  path: "/v1/wallet/passkey/prove",
  summary: "Says whether a passkey of this wallet that counts has signed for exactly this transaction",
  caller: "wallet",
  body: z.object({
    id: passkeyIdSchema,
    /** SHA-256 of the data to sign, base64; the assertion is bound to it. */
    digest: base64Schema,
    /** For the action `send`. */
    assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }),
  }),
  answer: z.object({}),
  errors: ["wallet_missing", "passkey_invalid", "passkey_waiting"],
});

export const proveByPasskey = defineRoute({
  method: "POST",
  path: "/v1/wallet/proof/passkey",
  summary: "Trades a passkey's signature for the same proof, in a browser that has the wallet",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({
    id: passkeyIdSchema,
    /** Of the browser that receives the proof; the assertion is bound to it. */
    devicePublicKey: base64Schema,
    /** For the action `prove`. */
    assertion: z.object({ challenge: z.string(), ...assertionSchema.shape }),
  }),
  answer: z.object({ proof: z.string() }),
  errors: ["wallet_missing", "device_unknown", "passkey_invalid", "passkey_waiting"],
});
