import * as z from "zod/mini";
import { fiatCurrencies } from "../../entities/fiat.ts";
import {
  addressSchema,
  lamportsSchema,
  newTokenUnitsSchema,
  signatureSchema,
  tokenUnitsSchema,
} from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** What people paid for the tokens that they hold or have sold, at the average cost. */

/** What came of one or more sales. */
const realisedSchema = z.object({
  /** Received for tokens of a known cost, fees deducted. */
  received: lamportsSchema,
  /** What those had cost. */
  cost: lamportsSchema,
  /** Received for tokens of an unknown cost. */
  receivedUnknown: lamportsSchema,
});

const costSchema = z.object({
  mint: addressSchema,
  /** What the caller holds, in old tokens: as in their holdings. */
  amount: tokenUnitsSchema,
  /** Those of `amount` whose cost is known; an airdrop's is known, and 0. The others came by a transfer. */
  known: tokenUnitsSchema,
  /** What was paid for the known ones, with all fees and without deposits. */
  cost: lamportsSchema,
  /** The old tokens alone: what a sale on the curve takes from. */
  tokens: z.object({ units: tokenUnitsSchema, known: tokenUnitsSchema, cost: lamportsSchema }),
  /** The new tokens alone: what a sale in the pool takes from. Null before the migration. */
  newTokens: z.nullable(z.object({ units: newTokenUnitsSchema, known: newTokenUnitsSchema, cost: lamportsSchema })),
  /** What came of all sales so far. */
  realised: realisedSchema,
});

export const costs = defineRoute({
  method: "GET",
  path: "/v1/user/costs",
  summary: "What the caller paid for their tokens and what their sales brought: of one Tribe, or of all that they hold",
  caller: "session",
  query: z.object({
    mint: z.optional(addressSchema),
    /** Of a sale of this Tribe's tokens, which `sale` is then about. */
    signature: z.optional(signatureSchema),
  }),
  errors: ["wallet_missing"],
  answer: z.object({
    costs: z.array(costSchema),
    /** What came of the sale that was asked for; null while the index doesn't have it, and when none was asked for. */
    sale: z.nullable(realisedSchema),
    /** Tribes in which the caller has traded too often to add it up here; their file has all of it. */
    tooLong: z.array(addressSchema),
  }),
});

export const transactionsFile = defineRoute({
  method: "GET",
  path: "/v1/user/transactions/file",
  summary: "Everything that happened to the caller's tokens, Tribe by Tribe and oldest first, as CSV",
  caller: "session",
  rate: "sensitive",
  /** The currency in which each line has the price of SOL at its time. */
  query: z.object({ currency: z._default(z.enum(fiatCurrencies), "USD") }),
  errors: ["wallet_missing"],
  produces: "text/csv",
  answer: z.custom<AsyncIterable<string>>((value) => value !== null && typeof value === "object"),
});
