import * as z from "zod/mini";
import { tradeKinds, tradeListCursorSchema, tradeVenues } from "../entities/trades.ts";
import { addressSchema, blockTimeSchema, lamportsSchema, signatureSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** A trade from which the caller earned: as its token's Chief, as its trader's inviter, or both. */
const earningSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  kind: z.enum(tradeKinds),
  venue: z.enum(tradeVenues),
  signature: signatureSchema,
  /** Of the trade, before fees. */
  value: lamportsSchema,
  /** The Chief's share; 0 for another person's token. */
  creatorFee: lamportsSchema,
  /** The inviter's share; 0 for a trader whom the caller did not invite. */
  referralFee: lamportsSchema,
  /** Whether the Chief's share has been paid out; the inviter's is paid in the trade itself. */
  isPaid: z.boolean(),
  blockTime: blockTimeSchema,
});

const sideSchema = z.object({
  /** From all trades so far. */
  earned: lamportsSchema,
  /** Paid to the wallet. */
  paid: lamportsSchema,
  /** Held on chain for the caller until the next payout. */
  accrued: lamportsSchema,
  /** Number of trades that it came from. */
  trades: z.int(),
});

/** A person's earnings from others' trades. */
export const earningsRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/v1/user/earnings",
    summary:
      "What the caller earned as Chief and by whom they invited: sums, and the trades page by page, newest first",
    caller: "session",
    query: z.object({
      /** `nextCursor` of the previous page. */
      cursor: z.optional(tradeListCursorSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
    }),
    errors: ["wallet_missing"],
    answer: z.object({
      creator: sideSchema,
      referral: sideSchema,
      items: z.array(earningSchema),
      nextCursor: z.nullable(z.string()),
    }),
  }),
} as const;
