import type { Lamports, NewTokenUnits, serverFrameSchema, TokenUnits, TradePoint } from "@tribe/contract";
import type * as z from "zod/mini";
import { wireBlockTime } from "../../../db/block-time.ts";
import type { trades } from "../schema.ts";
import { seqAt } from "./place.ts";

/** What a trade leaves of the token; the caller has stored the pool of a swap by itself. */
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

/** A stored trade as the contract shows it. */
export const presentTrade = (row: TradeRow): TradePoint => ({
  seq: Number(seqAt(row.venue, row.seq)),
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
 * The `trade` frame as text: serialised once, when it is indexed, however many sockets receive it. Written by hand in the
 * form that the contract's schema takes: to encode by the schema costs more than all else that is done for a trade.
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
