import * as z from "zod/mini";
import { tradeKinds, tradeListCursorSchema, tradeVenues } from "../entities/trades.ts";
import { addressSchema, blockTimeSchema, lamportsSchema, signatureSchema } from "../primitives.ts";
import { defineRoute } from "../route.ts";

/** A trade that the caller earned by: as its token's Chief, as who invited its trader, or both. */
const earningSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  kind: z.enum(tradeKinds),
  venue: z.enum(tradeVenues),
  signature: signatureSchema,
  /** Of the trade, before fees. */
  value: lamportsSchema,
  /** The Chief's share; 0 for another's token. */
  creatorFee: lamportsSchema,
  /** The inviter's share; 0 for somebody whom the caller did not invite. */
  referralFee: lamportsSchema,
  /** Whether the Chief's share has been paid out; an inviter's is paid within the trade. */
  isPaid: z.boolean(),
  blockTime: blockTimeSchema,
});

const sideSchema = z.object({
  /** With each trade, ever. */
  earned: lamportsSchema,
  /** Has arrived in the wallet. */
  paid: lamportsSchema,
  /** Lies on chain for the caller until the next payout. */
  accrued: lamportsSchema,
  /** How many trades it came from. */
  trades: z.int(),
});

/** What a person earns by others' trades. */
export const earningsRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/v1/user/earnings",
    summary:
      "What the caller earned as Chief and by whom they invited: sums, and the trades page by page, newest first",
    caller: "session",
    query: z.object({
      /** `nextCursor` of the page before. */
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
