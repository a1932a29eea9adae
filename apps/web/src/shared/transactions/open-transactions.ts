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

/** How a signed transaction reaches the chain, with all that is needed to look for its end. */
const viaSchema = z.discriminatedUnion("kind", [
  /** The server has the message: the ticket and the signature are enough. */
  z.object({ kind: z.literal("ticket"), ticket: ticketSchema }),
  /** As a ticket, through the server's confirm callback. */
  z.object({ kind: z.literal("callback"), ticket: ticketSchema, message: base64Schema }),
  /** The person's Tribe, with what was wished, because the server may ask to prepare it again. */
  z.object({
    kind: z.literal("creation"),
    tokenId: tokenIdSchema,
    /** Null in what was kept before wishes were. */
    wish: z._default(z.nullable(creationRequestSchema), null),
  }),
  /** This browser sends it itself. */
  z.object({ kind: z.literal("direct"), wire: base64Schema, lastValidBlockHeight: z.int() }),
]);

/** What is traded. */
const tradeFactsSchema = z.object({
  direction: z.enum(["buy", "sell"]),
  /** Whether the trader sat in the chat before it: what it brought is told by the difference. */
  hadSeat: z._default(z.boolean(), true),
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

/** What a creation is called in its dialogs. */
export const creationTexts = {
  title: "Create your Tribe",
  // True before and after.
  description: "A token, and a chat for its top holders",
} as const;

/** A signed transaction whose end this browser has not seen yet. */
export type OpenTransaction = z.output<typeof openTransactionSchema>;

/**
 * What the name of each begins with: one value for each, so that two tabs that keep and forget at the same moment never
 * lose one. Other tabs hear of a change by the browser's storage event.
 */
const { prefix, area } = storageKeys.transactions;
const keptOf = (id: string) => stored(keyIn(storageKeys.transactions, id), openTransactionSchema);
const anyKept = (id: string) => (id === formerCreationId ? formerCreation : keptOf(id));

/** Creations had a value of their own before they ran on the one engine: what lies there is still followed to its end. */
const formerCreation = stored(
  storageKeys.creation,
  z.object({
    uid: uidSchema,
    tokenId: tokenIdSchema,
    signature: signatureSchema,
    wish: z._default(z.nullable(creationRequestSchema), null),
  }),
);
const formerCreationId = "creation";

const readFormerCreation = (): OpenTransaction[] => {
  const kept = formerCreation.read();
  if (!kept) return [];
  const { uid, signature, tokenId, wish } = kept;
  return [
    {
      ...{ id: formerCreationId, uid, signature, signedAt: 0, trade: null },
      ...{ dialog: "createTokenTransaction", ...creationTexts },
      via: { kind: "creation", tokenId, wish },
    },
  ];
};

/** This person's open transactions of all tabs, the newest first. */
export const openTransactionsOf = (uid: string): OpenTransaction[] =>
  area
    .keys(prefix)
    .flatMap((name) => keptOf(name.slice(prefix.length)).read() ?? [])
    .concat(readFormerCreation())
    .filter((open) => open.uid === uid)
    .sort((a, b) => b.signedAt - a.signedAt);

/** This person's newest open trade of a token, or null. */
export const openTradeOf = (uid: string, mint: Mint): OpenTransaction | null =>
  openTransactionsOf(uid).find(({ trade }) => trade?.token.mint === mint) ?? null;

/** Keeps a signed transaction. @returns whether it is kept for certain: a browser may keep nothing. */
export const keepOpenTransaction = (open: OpenTransaction): boolean => {
  keptOf(open.id).write(open);
  return isKept(open.id);
};

/** Whether it is still waited for, here or in another tab. */
export const isKept = (id: string): boolean => anyKept(id).read() !== null;

/** Its end was seen. */
export const forgetOpenTransaction = (id: string): void => anyKept(id).write(null);
