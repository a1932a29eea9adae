import * as z from "zod/mini";
import {
  blockTimeSchema,
  candleSchema,
  dayLineSchema,
  faceSchema,
  groupSizeSchema,
  listingCursorSchema,
  pictureSchema,
  snapshotCursorSchema,
  snapshotEntrySchema,
  timeSchema,
  tokenHolderSchema,
  tokenProfileSchema,
  tokenSorts,
  tokenSummarySchema,
  tradeCursorSchema,
  tradeKinds,
  tradeListCursorSchema,
  tradePointSchema,
  tradeVenues,
} from "../entities.ts";
import {
  addressSchema,
  lamportsSchema,
  newTokenUnitsSchema,
  signatureSchema,
  tokenUnitsSchema,
  withoutNull,
} from "../primitives.ts";
import { defineRoute } from "../route.ts";

const holdingSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
  /** Of one whole (old) token, now. */
  price: lamportsSchema,
  /** A day ago; null for a younger Tribe. */
  priceDayAgo: z.nullable(lamportsSchema),
  /** As in the home listing; null far down the list. */
  dayLine: dayLineSchema,
  /** What the caller paid for a whole (old) token over all their purchases, fees in, rounded down; null where none was bought. */
  averagePaid: z.nullable(lamportsSchema),
  newMint: z.nullable(addressSchema),
  /** In all accounts of the caller: old tokens, and new ones at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** The same by the mints that they are of, once the Tribe has migrated: old ones are traded only when they are converted. */
  migrated: z.nullable(z.object({ oldTokens: tokenUnitsSchema, newTokens: newTokenUnitsSchema })),
  /** `amount` at `price`, rounded down: what it is worth, not what selling all of it would bring. */
  value: lamportsSchema,
});

const ownTradeSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  kind: z.enum(tradeKinds),
  venue: z.enum(tradeVenues),
  signature: signatureSchema,
  /** Old tokens; in the pool what the new ones are worth at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** What moved in the pool exactly; null on the curve. */
  newTokens: z.nullable(newTokenUnitsSchema),
  /** All fees of the trade. The network's fee and the rent of new accounts are no part of a trade. */
  fees: lamportsSchema,
  /** A purchase: what was paid, fees in. A sale: what arrived, fees off. */
  total: lamportsSchema,
  blockTime: blockTimeSchema,
});

/** Whom a snapshot is of. */
const snapshotGroups = ["members", "holders"] as const;
export type SnapshotGroup = (typeof snapshotGroups)[number];

const tribeSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
});

/** A person's seat in a Tribe, or that they hold some of its tokens without one. */
const heldSeatSchema = z.extend(tribeSchema, {
  /** Seat 1 holds most; null for who has none: never joined, or lost it. */
  number: z.nullable(z.int().check(z.minimum(1))),
  groupSize: groupSizeSchema,
  memberCount: z.int(),
  /** Base units, in old tokens. */
  holding: tokenUnitsSchema,
  /** What a seat takes: what the last seated holds, or the least that is asked for while one is free. */
  cut: tokenUnitsSchema,
});

/** Somebody's purchase, sale, new Tribe or seat, as all may see it. */
const activitySchema = z.object({
  /** `seated`: took or got back a seat; `out`: lost it. */
  kind: z.enum(["buy", "sell", "create", "seated", "out"]),
  at: timeSchema,
  tribe: tribeSchema,
  person: faceSchema,
  /** Old tokens of a trade; null for all else. */
  amount: z.nullable(tokenUnitsSchema),
  /** Lamports of a trade before fees; null for all else. */
  value: z.nullable(lamportsSchema),
});

/** What anybody may know of Tribes' tokens, and what a person has of them and did with them. */
export const marketRoutes = {
  profile: defineRoute({
    method: "GET",
    path: "/v1/token/profile",
    summary: "Everything the token page shows",
    caller: "device",
    query: z.object({ mint: addressSchema }),
    answer: tokenProfileSchema,
    errors: ["not_found"],
  }),
  list: defineRoute({
    method: "GET",
    path: "/v1/token/list",
    summary: "The home listing: ranked tokens, page by page",
    caller: "device",
    query: z.object({
      tab: z._default(z.enum(["leaderboard", "migrated"]), "leaderboard"),
      window: z._default(z.enum(["4h", "1d", "all"]), "all"),
      search: z.optional(z.string().check(z.trim(), z.maxLength(64), withoutNull)),
      /** By volume when it is absent, the greatest first. */
      sort: z.optional(z.enum(tokenSorts)),
      order: z.optional(z.enum(["desc", "asc"])),
      /** `nextCursor` of the page before, in the same sort and order. */
      cursor: z.optional(listingCursorSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    }),
    answer: z.object({
      tokens: z.array(tokenSummarySchema),
      /** How many the whole listing has, also beyond this page. */
      total: z.int(),
      nextCursor: z.nullable(z.string()),
    }),
  }),
  companions: defineRoute({
    method: "GET",
    path: "/v1/token/companions",
    summary: "Where the people sit whom the caller shares a Tribe with: the 200 Tribes with the most of them",
    caller: "session",
    answer: z.object({
      tribes: z.array(
        z.object({
          mint: addressSchema,
          count: z.int(),
          /** Those with the most tokens, at most three. */
          people: z.array(faceSchema),
        }),
      ),
    }),
  }),
  activity: defineRoute({
    method: "GET",
    path: "/v1/token/activity",
    summary: "What happened last in all Tribes, the newest first, at most 30",
    caller: "device",
    answer: z.object({ activities: z.array(activitySchema) }),
  }),
  holders: defineRoute({
    method: "GET",
    path: "/v1/token/holders",
    summary: "The 100 largest holders, the largest first",
    caller: "device",
    query: z.object({ mint: addressSchema }),
    answer: z.object({ holders: z.array(tokenHolderSchema) }),
    errors: ["not_found"],
  }),
  snapshot: defineRoute({
    method: "GET",
    path: "/v1/token/snapshot",
    summary: "All wallets that hold a token, the largest first, page by page; for the Chief",
    caller: "session",
    query: z.object({
      mint: addressSchema,
      /** `nextCursor` of the page before. */
      cursor: z.optional(snapshotCursorSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 1_000),
    }),
    answer: z.object({
      /** Wallets alone: what a program's own address holds is nobody's. */
      holders: z.array(snapshotEntrySchema),
      nextCursor: z.nullable(z.string()),
    }),
    errors: ["not_found", "forbidden"],
  }),
  snapshotFile: defineRoute({
    method: "GET",
    path: "/v1/token/snapshot/file",
    summary: "The members or all holders of a token at one moment, as CSV; for the Chief",
    caller: "session",
    rate: "sensitive",
    query: z.object({ mint: addressSchema, who: z.enum(snapshotGroups) }),
    produces: "text/csv",
    answer: z.custom<AsyncIterable<string>>((value) => value !== null && typeof value === "object"),
    errors: ["not_found", "forbidden"],
  }),
  history: defineRoute({
    method: "GET",
    path: "/v1/factory/history",
    summary: "Trades of a token, newest first; `before` keeps pages in their places while new trades come",
    caller: "device",
    query: z.object({
      mint: addressSchema,
      /** Only trades older than this one; `offset` counts from there. */
      before: z.optional(tradeCursorSchema),
      offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 500),
    }),
    answer: z.array(tradePointSchema),
    errors: ["not_found"],
  }),
  candles: defineRoute({
    method: "GET",
    path: "/v1/factory/candles",
    summary: "The same trades summed up for a chart: a page of candles, oldest first, of those before a trade",
    caller: "device",
    query: z.object({
      mint: addressSchema,
      /** Only trades older than this one. */
      before: z.optional(tradeCursorSchema),
      /** Seconds of one candle. */
      interval: z.coerce.number().check(z.int(), z.minimum(5), z.maximum(604_800)),
    }),
    answer: z.object({
      /** The oldest may be a part of its time: the next page has the rest. */
      candles: z.array(candleSchema),
      /** Where the next page begins; null when nothing is older. */
      before: z.nullable(tradeCursorSchema),
    }),
    errors: ["not_found"],
  }),
  holdings: defineRoute({
    method: "GET",
    path: "/v1/user/holdings",
    summary: "The tokens that the caller holds, the most worth first, at most 100",
    caller: "session",
    errors: ["wallet_missing"],
    answer: z.object({
      holdings: z.array(holdingSchema),
      /** Of how many tokens the caller holds some, also beyond the list. */
      count: z.int(),
      /** All of them together, each rounded down. */
      value: lamportsSchema,
      /**
       * The same at each full hour of the last day, the oldest first, for what is held now at the prices of then; a token
       * without a price of then counts as now. Null where no price moved.
       */
      dayWorth: z.nullable(z.array(lamportsSchema)),
    }),
  }),
  ownSeats: defineRoute({
    method: "GET",
    path: "/v1/user/seats",
    summary: "The caller's seats, and the Tribes of which they hold tokens without one; at most 100",
    caller: "session",
    answer: z.object({ seats: z.array(heldSeatSchema) }),
  }),
  standing: defineRoute({
    method: "GET",
    path: "/v1/user/standing",
    summary: "Where a person sits and what they hold, as the chain shows it to anybody",
    caller: "device",
    query: z.object({ address: addressSchema }),
    answer: z.object({
      /** When the account was made. */
      since: timeSchema,
      /** The best seat first, at most 100. */
      seats: z.array(heldSeatSchema),
      /** The most worth first, at most 20. */
      holdings: z.array(
        z.extend(tribeSchema, {
          /** Base units, in old tokens. */
          amount: tokenUnitsSchema,
          /** At the present price, rounded down. */
          value: lamportsSchema,
        }),
      ),
      /** Of how many tokens they hold some, and what all are worth. */
      count: z.int(),
      value: lamportsSchema,
    }),
    errors: ["not_found"],
  }),
  ownTrades: defineRoute({
    method: "GET",
    path: "/v1/user/trades",
    summary: "The caller's own trades on curves and in pools, page by page, newest first",
    caller: "session",
    query: z.object({
      /** `nextCursor` of the page before. */
      cursor: z.optional(tradeListCursorSchema),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
    }),
    errors: ["wallet_missing"],
    answer: z.object({ trades: z.array(ownTradeSchema), nextCursor: z.nullable(z.string()) }),
  }),
} as const;
