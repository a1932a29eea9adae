import * as z from "zod/mini";
import { maxAccountsPerClaim } from "../constants.ts";
import { callbackAnswerSchema } from "../entities/transactions.ts";
import { addressSchema, lamportsSchema, pictureSchema, positiveUnitsSchema, uuidSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** A token that the caller can claim: it is held in compressed accounts. */
const claimableSchema = z.object({
  mintAddress: addressSchema,
  /** Base units in all its accounts. */
  amount: positiveUnitsSchema,
  name: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  pfp: z.nullable(pictureSchema),
  /** Null when unknown: amounts are then in base units. */
  decimals: z.nullable(z.int()),
  tokenType: z.enum(["SPL", "Token-2022"]),
  /** Creators of the airdrops that sent it. Empty: it came from elsewhere, and may be anything. */
  authors: z.array(z.object({ address: addressSchema, displayName: z.string() })),
  /** The compressed accounts, by hash, each in one of Light's state trees. */
  accounts: z.array(z.object({ hash: addressSchema, amount: positiveUnitsSchema, tree: addressSchema })),
  /** The most lamports that claiming it costs, including the rent of a new token account. */
  maxLamports: lamportsSchema,
});

/** Converts compressed tokens to ordinary ones. */
export const claimRoutes = {
  tokens: defineRoute({
    method: "GET",
    path: "/v1/airdrop/by",
    summary: "Tokens that the caller can claim now, those of Tribe's airdrops first",
    caller: "session",
    answer: z.object({
      tokens: z.array(claimableSchema),
      /** Whether one answer could not hold all. The others are returned once these are claimed. */
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
      /** The caller's own UUID: a repeated key returns the same ticket. */
      idempotencyKey: uuidSchema,
      mintAddress: addressSchema,
      hashes: z.array(addressSchema).check(z.minLength(1), z.maxLength(maxAccountsPerClaim)),
    }),
    answer: callbackAnswerSchema,
    errors: ["wallet_missing", "claim_spent", "insufficient_sol", "system_paused"],
  }),
} as const;
