import {
  type Lamports,
  type NewTokenUnits,
  type ServerFrame,
  serverFrameSchema,
  type TokenUnits,
  type TradePoint,
} from "@tribe/contract";
import * as z from "zod/mini";
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
  blockTime: Math.floor(row.blockTime.getTime() / 1_000),
  signature: row.signature as TradePoint["signature"], // stored as the chain gave it
});

/** The `trade` frame as text: serialised once, when it is indexed, however many sockets receive it. */
export const tradeFrame = (row: TradeRow, { supply, reserve, pool }: AfterTrade): string => {
  const { mint, priceAfter: price } = row;
  const frame: ServerFrame = { type: "trade", mint, trade: presentTrade(row), supply, reserve, price, pool };
  return JSON.stringify(z.encode(serverFrameSchema, frame));
};
