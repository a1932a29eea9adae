import type { Lamports, NewTokenUnits, serverFrameSchema, TokenUnits, TradePoint } from "@tribe/contract";
import type * as z from "zod/mini";
import { wireBlockTime } from "../../db/block-time.ts";
import { venueSeqOf } from "./rules/token-seq.ts";
import type { trades } from "./schema.ts";

/** The state of a token after a trade; the caller has stored a swap's pool. */
export interface AfterTrade {
  readonly supply: TokenUnits;
  readonly reserve: Lamports;
  readonly pool: { readonly lamports: Lamports; readonly tokens: NewTokenUnits } | null;
}

type TradeRow = Pick<
  typeof trades.$inferSelect,
  | "mint"
  | "seq"
  | "kind"
  | "venue"
  | "trader"
  | "amount"
  | "newTokens"
  | "value"
  | "unitPrice"
  | "priceAfter"
  | "supplyAfter"
  | "blockTime"
  | "signature"
>;

type TradeFrameOnWire = Extract<z.input<typeof serverFrameSchema>, { readonly type: "trade" }>;

/** A stored trade in the contract's form. */
export const presentTrade = (row: TradeRow): TradePoint => ({
  seq: Number(venueSeqOf(row.venue, row.seq)),
  kind: row.kind,
  venue: row.venue,
  trader: row.trader,
  amount: row.amount,
  newTokens: row.newTokens,
  value: row.value,
  unitPrice: row.unitPrice,
  priceAfter: row.priceAfter,
  supplyAfterTrade: row.supplyAfter,
  blockTime: wireBlockTime(row.blockTime),
  signature: row.signature as TradePoint["signature"], // stored as the chain gave it
});

/**
 * The `trade` frame as text, serialised once, however many sockets receive it. Built by hand in the form of the contract's
 * schema, because encoding by the schema takes longer than all other work for a trade.
 */
export const tradeFrame = (row: TradeRow, { supply, reserve, pool }: AfterTrade): string => {
  const trade = presentTrade(row);
  const frame: TradeFrameOnWire = {
    type: "trade",
    mint: row.mint,
    trade: {
      ...trade,
      amount: `${trade.amount}`,
      newTokens: trade.newTokens === null ? null : `${trade.newTokens}`,
      value: `${trade.value}`,
      unitPrice: `${trade.unitPrice}`,
      priceAfter: `${trade.priceAfter}`,
      supplyAfterTrade: `${trade.supplyAfterTrade}`,
    },
    supply: `${supply}`,
    reserve: `${reserve}`,
    price: `${row.priceAfter}`,
    pool: pool && { lamports: `${pool.lamports}`, tokens: `${pool.tokens}` },
  };
  return JSON.stringify(frame);
};
