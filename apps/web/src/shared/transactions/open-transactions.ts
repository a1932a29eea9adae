import {
  addressSchema,
  base64Schema,
  type Mint,
  signatureSchema,
  ticketSchema,
  tokenIdSchema,
  tokenUnitsSchema,
  uidSchema,
} from "@tribe/contract";
import * as z from "zod/mini";
import { keyIn, storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";

const creationRequestSchema = z.object({
  name: z.string(),
  symbol: z.string(),
  pfpUrl: z.string(),
  /** In base units. */
  firstBuy: tokenUnitsSchema,
});
/** The Tribe that a person wants to create. */
export type CreationRequest = z.output<typeof creationRequestSchema>;

/** How a signed transaction reaches the chain, with everything needed to find its result. */
const viaSchema = z.discriminatedUnion("kind", [
  /** The server has the message: the ticket and the signature are enough. */
  z.object({
    kind: z.literal("ticket"),
    ticket: ticketSchema,
    /** Whether it closes the token account that it empties. */
    closesAccount: z.optional(z.boolean()),
  }),
  /** As a ticket, through the server's confirm callback. */
  z.object({ kind: z.literal("callback"), ticket: ticketSchema, message: base64Schema }),
  /** The creation of the person's Tribe, with the request, because the server may require another preparation. */
  z.object({
    kind: z.literal("creation"),
    tokenId: tokenIdSchema,
    /** Null in older values without a request. */
    wish: z._default(z.nullable(creationRequestSchema), null),
  }),
  /** This browser sends it itself. */
  z.object({ kind: z.literal("direct"), wire: base64Schema, lastValidBlockHeight: z.int() }),
]);

/** The traded token and amounts. */
const tradeFactsSchema = z.object({
  direction: z.enum(["buy", "sell"]),
  /** Whether the trader had a seat before: the difference is the trade's effect. */
  hadSeat: z._default(z.boolean(), true),
  /** Its number; null without one, or where it is unknown. */
  seatBefore: z._default(z.nullable(z.int()), null),
  token: z.object({
    tokenId: tokenIdSchema,
    mint: addressSchema,
    creatorAddress: addressSchema,
    creatorUid: uidSchema,
    name: z.string(),
    symbol: z.string(),
    pfp: z.nullable(z.string()),
  }),
});
export type TradeFacts = z.output<typeof tradeFactsSchema>;

const openTransactionSchema = z.object({
  id: z.string(),
  uid: uidSchema,
  dialog: z.enum([
    "createTokenTransaction",
    "tokenTradeV2Transaction",
    "tokenTradeTransaction",
    "tokenSwapTransaction",
    "versionedTransaction",
    "genericTransaction",
  ]),
  title: z.string(),
  description: z.string(),
  signature: signatureSchema,
  /** Milliseconds since 1970. */
  signedAt: z.number(),
  via: viaSchema,
  /** Null for other transactions. */
  trade: z.nullable(tradeFactsSchema),
});

/** The creation's words in its dialogs. */
export const creationTexts = {
  title: "Create your Tribe",
  // True before and after the creation.
  description: "A token, and a chat for its top holders",
} as const;

/** A signed transaction whose result this browser does not know yet. */
export type OpenTransaction = z.output<typeof openTransactionSchema>;

/**
 * Each has its own value, so that two tabs that write and delete at the same moment never lose one. Other tabs are notified by
 * the browser's storage event.
 */
const { prefix, area } = storageKeys.transactions;
const storedOf = (id: string) => stored(keyIn(storageKeys.transactions, id), openTransactionSchema);

/** This person's open transactions of all tabs, the newest first. */
export const openTransactionsOf = (uid: string): OpenTransaction[] =>
  area
    .keys(prefix)
    .flatMap((name) => storedOf(name.slice(prefix.length)).read() ?? [])
    .filter((open) => open.uid === uid)
    .sort((a, b) => b.signedAt - a.signedAt);

/** This person's newest open trade of a token, or null. */
export const openTradeOf = (uid: string, mint: Mint): OpenTransaction | null =>
  openTransactionsOf(uid).find(({ trade }) => trade?.token.mint === mint) ?? null;

/** Stores a signed transaction. @returns whether it was stored: a browser may refuse. */
export const storeOpenTransaction = (open: OpenTransaction): boolean => {
  storedOf(open.id).write(open);
  return isStored(open.id);
};

/** Whether its result is still awaited, here or in another tab. */
export const isStored = (id: string): boolean => storedOf(id).read() !== null;

/** Deletes it after its result is known. */
export const forgetOpenTransaction = (id: string): void => storedOf(id).write(null);
