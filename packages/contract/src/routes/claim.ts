import * as z from "zod/mini";
import { maxAccountsPerClaim } from "../constants.ts";
import { callbackAnswerSchema } from "../entities/transactions.ts";
import { addressSchema, lamportsSchema, pictureSchema, positiveUnitsSchema, uuidSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** A token of the caller's that waits as compressed accounts. */
const claimableSchema = z.object({
  mintAddress: addressSchema,
  /** Base units of all of its accounts. */
  amount: positiveUnitsSchema,
  name: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  pfp: z.nullable(pictureSchema),
  /** Null when nobody knows them: amounts are then in base units. */
  decimals: z.nullable(z.int()),
  tokenType: z.enum(["SPL", "Token-2022"]),
  /** Whose airdrops brought it. Empty: it came from elsewhere, and may be anything. */
  authors: z.array(z.object({ address: addressSchema, displayName: z.string() })),
  /** The compressed accounts, by hash, each in one of Light's state trees. */
  accounts: z.array(z.object({ hash: addressSchema, amount: positiveUnitsSchema, tree: addressSchema })),
  /** Lamports that its claim costs at the most, a new token account's deposit within. */
  maxLamports: lamportsSchema,
});

/** Turning compressed tokens into ordinary ones. */
export const claimRoutes = {
  tokens: defineRoute({
    method: "GET",
    path: "/v1/airdrop/claim",
    summary: "Tokens that wait for the caller as compressed accounts, those of Tribe's airdrops first",
    caller: "session",
    answer: z.object({
      tokens: z.array(claimableSchema),
      /** Some were left out: so many that one answer can't hold them. They come when others are claimed. */
      hasMore: z.boolean(),
      balance: lamportsSchema,
    }),
    errors: ["wallet_missing"],
  }),
  prepare: defineRoute({
    method: "POST",
    path: "/v1/airdrop/claim",
    summary:
      "Prepares the transaction that claims some compressed accounts of one token; any number may be open at once",
    caller: "session",
    body: z.object({
      /** The caller's own UUID: the same key asked twice is the same ticket. */
      idempotencyKey: uuidSchema,
      mintAddress: addressSchema,
      hashes: z.array(addressSchema).check(z.minLength(1), z.maxLength(maxAccountsPerClaim)),
    }),
    answer: callbackAnswerSchema,
    errors: ["wallet_missing", "claim_spent", "insufficient_sol", "system_paused"],
  }),
} as const;
