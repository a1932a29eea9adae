import * as z from "zod/mini";
import { maxSalesPerCall } from "../../constants.ts";
import { addressSchema, base64Schema, signatureSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";
import {
  outflowSchema,
  setUpStatementSchema,
  spendSchema,
  spendStatementSchema,
  unsignedSpendStatementSchema,
} from "../../wallet/outflow.ts";
import {
  deviceProofSchema,
  emailChangeSchema,
  kitSchema,
  moveSchema,
  recoveryWaitSchema,
  recoveryWaySchema,
  sendWaitSchema,
  waitSchema,
} from "./schemas.ts";

// Delayed requests, and the part of them that the page shows.

export const judgeSpend = defineRoute({
  method: "POST",
  path: "/v1/wallet/spend/judge",
  summary: "Says, signed, whether a press lets out what a signature would; nothing is counted yet",
  caller: "wallet",
  body: z.object({
    spend: spendSchema,
    /** The signer's own, 32 random bytes in base64: it comes back signed. */
    nonce: unsignedSpendStatementSchema.shape.nonce,
    /** The device that would sign: waits count only there. */
    devicePublicKey: base64Schema,
    /** Signatures of this device's latest sales: what they brought for tokens bought today is given back. */
    sales: z.array(signatureSchema).check(z.maxLength(maxSalesPerCall)),
  }),
  answer: spendStatementSchema,
  errors: ["wallet_missing"],
});

export const setUpAirdrop = defineRoute({
  method: "POST",
  path: "/v1/wallet/airdrop/setUp",
  summary:
    "Says, signed, that a counted airdrop may set up its account in a slot: one account, so that no list pays twice",
  caller: "wallet",
  body: z.object({
    tribe: addressSchema,
    mint: addressSchema,
    /** SHA-256 of the list, in hex. */
    list: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    slot: z.int().check(z.minimum(0)),
    nonce: unsignedSpendStatementSchema.shape.nonce,
  }),
  answer: setUpStatementSchema,
  errors: ["wallet_missing", "conflict"],
});

export const askToSend = defineRoute({
  method: "POST",
  path: "/v1/wallet/send/ask",
  summary: "Begins the day's wait for an outflow over the allowance where no passkey can be asked; it is mailed",
  caller: "wallet",
  rate: "sensitive",
  body: z.object({
    outflow: outflowSchema,
    devicePublicKey: base64Schema,
    device: deviceProofSchema,
  }),
  answer: sendWaitSchema,
  errors: ["device_unknown", "wallet_missing"],
});

export const cancelWait = defineRoute({
  method: "POST",
  path: "/v1/wallet/wait/cancel",
  summary: "Stops what is waited for, from any browser of the account",
  caller: "wallet",
  body: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: z.object({}),
});

export const safety = defineRoute({
  method: "GET",
  path: "/v1/wallet/safety",
  summary: "What the caller's wallet waits for and which kit counts, as the database has it: for the app's page",
  caller: "session",
  answer: z.object({
    waits: z.array(waitSchema),
    sends: z.optional(z.array(sendWaitSchema)),
    /** Delayed recoveries in other browsers by mailed link. */
    recoveries: z.optional(z.array(recoveryWaitSchema)),
    /** How the wallet is recovered: `mail_link` until two methods are in force; absent without a wallet. */
    recovery: z.optional(z.enum(["mail_link", "passkey"])),
    ways: z.optional(z.array(recoveryWaySchema)),
    /** Where the wallet's mails go. */
    email: z.optional(z.string()),
    emailChange: z.optional(z.nullable(emailChangeSchema)),
    kit: kitSchema,
    /** The wallet has a question for its owner, which only the wallet's own page shows. */
    hasQuestion: z.optional(z.boolean()),
    move: z.optional(z.nullable(moveSchema)),
  }),
});

export const stopWait = defineRoute({
  method: "POST",
  path: "/v1/wallet/wait/stop",
  summary: "Has what is waited for stopped by the process with the wallets' keys",
  caller: "session",
  body: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: z.object({}),
});
