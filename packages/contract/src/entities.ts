import * as z from "zod/mini";
import { groupSizes } from "./constants.ts";
import {
  addressSchema,
  base64Schema,
  lamportsSchema,
  newTokenUnitsSchema,
  signatureSchema,
  ticketSchema,
  tokenIdSchema,
  tokenUnitsSchema,
  uidSchema,
} from "./primitives.ts";

/** A point in time: milliseconds since 1970, UTC. */
export const timeSchema = z.int().check(z.minimum(0));

/** When the chain took a transaction: whole seconds since 1970, as Solana tells it. Every `blockTime` of the API is this. */
export const blockTimeSchema = z.int().check(z.minimum(0));
/** A path below our own origin, or an https URL, of a picture. */
export const pictureSchema = z.string().check(z.maxLength(2_000));

export const groupSizeSchema = z.literal([...groupSizes]);

export const socialAccountSchema = z.object({ id: z.string(), handle: z.string(), name: z.string() });

/** A person as others see them. A nerfed person has only the short address as name, no bio, no picture. */
export const userSchema = z.object({
  uid: uidSchema,
  displayName: z.string(),
  bio: z.string(),
  pfp: z.nullable(pictureSchema),
  address: z.nullable(addressSchema),
  isNerfed: z.boolean(),
  twitter: z.nullable(socialAccountSchema),
  farcaster: z.nullable(socialAccountSchema),
});

/** The signed-in person as they see themselves. */
export const localUserSchema = z.object({
  uid: uidSchema,
  email: z.string(),
  address: z.nullable(addressSchema),
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
  bio: z.string(),
  isReferral: z.boolean(),
  isAffiliate: z.boolean(),
  isDiscount: z.boolean(),
  inviterAddress: z.nullable(addressSchema),
  inviterBonus: tokenUnitsSchema,
  twitter: z.nullable(socialAccountSchema),
  farcaster: z.nullable(socialAccountSchema),
  tokens: z.array(z.object({ tokenId: tokenIdSchema, mint: addressSchema })),
});

/** Who fills swaps of migrated tokens: our own pool, or Jupiter, whom the page asks itself at this address. */
export const swapSettingsSchema = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("pool") }),
  z.object({ provider: z.literal("jupiter"), apiUrl: z.string() }),
]);
export type SwapSettings = z.output<typeof swapSettingsSchema>;

export const membershipStates = ["none", "active", "expired", "banned", "chief"] as const;
/** How somebody can sign in; an installation offers those that its settings name. */
export const loginMethodSchema = z.enum(["email", "google"]);
export type LoginMethod = z.infer<typeof loginMethodSchema>;

/** What the caller is in a Tribe. `expired` is shown as "Booted"; the Chief takes no seat. */
export const membershipStateSchema = z.enum(membershipStates);

/** A whole number beyond 2⁵³ without a unit, as a decimal string on the wire. */
const wholeSchema = z.codec(z.string().check(z.regex(/^[0-9]{1,20}$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** What a migrated token's pool counts as its own, without accrued fees. */
export const poolReservesSchema = z.object({ lamports: lamportsSchema, tokens: newTokenUnitsSchema });

export const tradeVenues = ["curve", "pool"] as const;
export type TradeVenue = (typeof tradeVenues)[number];

/** A Tribe's token with everything its page shows. Supply and price come from the indexed chain. */
export const tokenProfileSchema = z.object({
  mint: addressSchema,
  tokenId: tokenIdSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
  creatorAddress: addressSchema,
  creatorUid: uidSchema,
  creatorName: z.string(),
  creatorHandle: z.nullable(z.string()),
  /** The Chief's present picture; `pfp` is the Tribe's, pinned when it was created. */
  creatorPfp: z.nullable(z.string()),
  /** Curve position `x` in base units. */
  supply: tokenUnitsSchema,
  /** The curve's `floor` in base units: a sell never goes below it. */
  virtualSupply: tokenUnitsSchema,
  /** Curve position at which the curve closes. */
  maxSupply: tokenUnitsSchema,
  bondingCurveCoefficient: wholeSchema,
  /** Tokens that the creation gave to who invited the Chief: they stand outside of the curve. */
  referralBonus: tokenUnitsSchema,
  reserve: lamportsSchema,
  /** Price of one (old) token: on the curve at the present supply, after migration by the pool at the conversion rate. */
  price: lamportsSchema,
  /** Price 24 hours ago, null when the token is younger. */
  priceDayAgo: z.nullable(lamportsSchema),
  volume: lamportsSchema,
  /** The event that comes next, by its venue's own count: all trades before it are in these figures. */
  next: z.object({ venue: z.enum(tradeVenues), seq: z.int().check(z.minimum(0)) }),
  groupSize: groupSizeSchema,
  newMint: z.nullable(addressSchema),
  liquidityAddress: z.nullable(addressSchema),
  /** New base units for one old base unit; null until the curve has migrated. */
  conversionRate: z.nullable(wholeSchema),
  /** The indexed pool with its fees in basis points of a swap's lamports; null until the curve has migrated. */
  pool: z.nullable(z.extend(poolReservesSchema, { liquidityBps: z.int(), creatorBps: z.int(), platformBps: z.int() })),
  memberCount: z.int(),
  holderCount: z.int(),
  createdAt: timeSchema,
  tradeInfo: z.object({
    /** What a newcomer must hold now, rounded up to the 4 decimals of the input. */
    entryThresholdTokens: tokenUnitsSchema,
    /** The exact figure that the comparison uses. */
    entryThresholdTokensForCompare: tokenUnitsSchema,
  }),
  /** What the seated hold, descending, without names: a page tells from it which rank an amount would have. */
  seatHoldings: z.array(tokenUnitsSchema),
  /** The caller's own state; `none` for a visitor. */
  subscribeState: membershipStateSchema,
  /** When the caller lost the seat; null for who did not, absent from servers of before. */
  seatLostAt: z.optional(z.nullable(timeSchema)),
  fees: z.object({
    creatorBuyBps: z.int(),
    creatorSellBps: z.int(),
    platformBuyBps: z.int(),
    platformSellBps: z.int(),
    referralBps: z.int(),
    affiliateBps: z.int(),
    discountBps: z.int(),
  }),
});

/**
 * Whole numbers from 0 to 100. One check for all of them: a page of the home listing has 1,250, and a schema of each one's
 * own took longer than all else of its answer.
 */
export const heightsSchema = z.custom<number[]>(
  (line) => Array.isArray(line) && line.every((height) => Number.isInteger(height) && height >= 0 && height <= 100),
);

/**
 * The price hour by hour over the last day as heights from 0 to 100, the newest last; shorter where it is younger, empty
 * where nobody traded. Null far down a listing, where it is not worth its cost.
 */
export const dayLineSchema = z.nullable(heightsSchema);

/** A line of the home listing. */
export const tokenSummarySchema = z.object({
  mint: addressSchema,
  tokenId: tokenIdSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
  creatorName: z.string(),
  price: lamportsSchema,
  priceDayAgo: z.nullable(lamportsSchema),
  memberCount: z.int(),
  holderCount: z.int(),
  groupSize: groupSizeSchema,
  newMint: z.nullable(addressSchema),
  /** As the profile's; absent until the curve has migrated, and from servers of before. */
  conversionRate: z.optional(wholeSchema),
  createdAt: timeSchema,
  /** What is in people's hands at the present price. */
  marketCap: lamportsSchema,
  /** What a seat costs who holds nothing, fees in; null where none can be bought, or the fees are not known. */
  seatPrice: z.nullable(lamportsSchema),
  dayLine: dayLineSchema,
  /** Of the window that was asked for, without that of creators' own and self-referred trades. */
  volume: lamportsSchema,
});

export const tradeKinds = ["create", "buy", "sell"] as const;

export const tradePointSchema = z.object({
  /** The venue's own count of events: later trades have higher ones, with gaps. */
  seq: z.int().check(z.minimum(0)),
  kind: z.enum(tradeKinds),
  venue: z.enum(tradeVenues),
  trader: addressSchema,
  /** Old tokens; in the pool what the new ones are worth at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** What moved in the pool exactly; null on the curve. */
  newTokens: z.nullable(newTokenUnitsSchema),
  /** Lamports that curve or pool took or gave, before fees. */
  value: lamportsSchema,
  /** Lamports per whole (old) token, of `value`. */
  unitPrice: lamportsSchema,
  /** Price of one whole (old) token right after it, as the profile has it. */
  priceAfter: lamportsSchema,
  supplyAfterTrade: tokenUnitsSchema,
  blockTime: blockTimeSchema,
  signature: signatureSchema,
});

/** A Tribe as a picture with its names. */
export const tribeSchema = z.object({
  mint: addressSchema,
  name: z.string(),
  symbol: z.string(),
  pfp: z.nullable(pictureSchema),
});

/** A person as a picture with a name. */
export const faceSchema = z.object({
  address: addressSchema,
  /** Null for a wallet without an account here. */
  uid: z.nullable(uidSchema),
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
});

/** A trade's place in its token's history, `venue:seq`: every curve trade comes before every pool trade. */
export const tradeCursorSchema = z
  .string()
  .check(z.regex(/^(curve|pool):(0|[1-9][0-9]{0,14})$/, "must be a trade's place: venue:seq"));

/** A trade's place in a list of several tokens' trades, the newest first. */
export const tradeListCursorSchema = z
  .string()
  .check(z.regex(/^[0-9]{1,13}\.[1-9A-HJ-NP-Za-km-z]{32,44}\.[0-9]{1,20}$/, "must be a cursor of this list"));

/** A transfer's place in the list of a person's transfers, the newest first. */
export const transferCursorSchema = z
  .string()
  .check(z.regex(/^[0-9]{1,13}\.[1-9A-HJ-NP-Za-km-z]{64,88}$/, "must be a cursor of this list"));

/** What the home listing can be sorted by; `seats` are those that are free. */
export const tokenSorts = ["volume", "marketCap", "change", "price", "seats", "newest"] as const;
export type TokenSort = (typeof tokenSorts)[number];

/** A token's place in a listing: the ranking's id, how well it matched, what it is ranked by, its mint. */
export const listingCursorSchema = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-2]\.(0|[1-9][0-9]{0,39})\.[1-9A-HJ-NP-Za-km-z]{32,44}$/,
      "must be a cursor of this list",
    ),
  );

/** What the price did in one stretch of time. Prices are lamports of one whole (old) token. */
export const candleSchema = z.object({
  /** Its beginning, a multiple of the interval; seconds since 1970. */
  time: z.int(),
  open: lamportsSchema,
  high: lamportsSchema,
  low: lamportsSchema,
  close: lamportsSchema,
  /** Lamports before fees. */
  volume: lamportsSchema,
  trades: z.int(),
});

/** A wallet with what it holds of a token, and whose it is where that is known. */
export const tokenHolderSchema = z.object({
  ownerAddress: addressSchema,
  /** Base units over all its accounts; after migration new tokens count at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** The token account that holds the most of it. */
  address: addressSchema,
  /** Null for a wallet without an account here. */
  uid: z.nullable(uidSchema),
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
});

/** A wallet in a snapshot of a token's holders. */
export const snapshotEntrySchema = z.object({
  address: addressSchema,
  /** Null for a wallet without an account here. */
  uid: z.nullable(uidSchema),
  /** Has a seat at the moment of the snapshot. */
  isMember: z.boolean(),
  /** Base units held; after migration new tokens count at the conversion rate, rounded down. */
  snapshotAmount: tokenUnitsSchema,
});

/** An entry's place in a snapshot: what it holds and its address. */
export const snapshotCursorSchema = z
  .string()
  .check(z.regex(/^[0-9]{1,20}\.[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be a cursor of this list"));

/** Where the ticket of a trade stands, by the numbers that the API has for it; they never change. */
export const tradeState = { initialized: 0, pending: 1, succeeded: 2, failed: 3 } as const;
export type TradeState = (typeof tradeState)[keyof typeof tradeState];
export const tradeStateSchema = z.literal([0, 1, 2, 3]);

/** At or above `confirmed` a creation is complete. */
export const creationState = { failed: -1, initialized: 0, pending: 1, confirmed: 2 } as const;
export type CreationState = (typeof creationState)[keyof typeof creationState];
export const creationStateSchema = z.literal([-1, 0, 1, 2]);

export const tradeModes = ["BUY_WITH_FIXED_SOL", "BUY_WITH_FIXED_TOKEN", "SELL_WITH_FIXED_TOKEN"] as const;
export const tradeModeSchema = z.enum(tradeModes);
export type TradeMode = (typeof tradeModes)[number];

export const subscriberSchema = z.object({
  address: addressSchema,
  uid: uidSchema,
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
  holding: tokenUnitsSchema,
  state: membershipStateSchema,
});

/** A transaction message that waits for the person's signature. */
export const preparedMessageSchema = z.object({
  /** The compiled message, version 0 or legacy, in base64: exactly the bytes to sign. */
  message: base64Schema,
  /** Block height after which it can never land. */
  lastValidBlockHeight: z.int(),
});

export const ticketAnswerSchema = z.extend(preparedMessageSchema, { ticket: ticketSchema });

/** A transaction that goes back to the server's confirm callback once it is signed. */
export const callbackAnswerSchema = z.object({
  callbackTicket: ticketSchema,
  /** The compiled message in base64: exactly the bytes to sign. */
  transaction: base64Schema,
  lastValidBlockHeight: z.int(),
});

export type User = z.output<typeof userSchema>;
export type LocalUser = z.output<typeof localUserSchema>;
export type TokenProfile = z.output<typeof tokenProfileSchema>;
export type TokenSummary = z.output<typeof tokenSummarySchema>;
export type TradePoint = z.output<typeof tradePointSchema>;
export type Candle = z.output<typeof candleSchema>;
export type SnapshotEntry = z.output<typeof snapshotEntrySchema>;
export type TokenHolder = z.output<typeof tokenHolderSchema>;
export type Subscriber = z.output<typeof subscriberSchema>;
export type MembershipState = z.output<typeof membershipStateSchema>;
export type SocialAccount = z.output<typeof socialAccountSchema>;
