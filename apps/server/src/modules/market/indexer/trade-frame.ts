import { type Lamports, type ServerFrame, serverFrameSchema, type TokenUnits, type TradePoint } from "@tribe/contract";
import { unitPrice } from "@tribe/domain";
import * as z from "zod/mini";
import type { trades } from "../schema.ts";

type TradeRow = Pick<
  typeof trades.$inferSelect,
  "mint" | "seq" | "kind" | "trader" | "amount" | "unitPrice" | "supplyAfter" | "blockTime" | "signature"
>;

/** A stored trade as the contract shows it. */
export const presentTrade = (row: TradeRow): TradePoint => ({
  seq: Number(row.seq),
  kind: row.kind,
  trader: row.trader,
  amount: row.amount,
  unitPrice: row.unitPrice,
  supplyAfterTrade: row.supplyAfter,
  blockTime: Math.floor(row.blockTime.getTime() / 1_000),
  signature: row.signature as TradePoint["signature"], // stored as the chain gave it
});

/** The `trade` frame as text: serialised once, when it is indexed, however many sockets receive it. */
export const tradeFrame = (
  row: TradeRow,
  after: { readonly supply: TokenUnits; readonly reserve: Lamports; readonly coefficient: bigint },
): string => {
  const frame: ServerFrame = {
    type: "trade",
    mint: row.mint,
    trade: presentTrade(row),
    supply: after.supply,
    reserve: after.reserve,
    price: unitPrice(after.supply, after.coefficient),
  };
  return JSON.stringify(z.encode(serverFrameSchema, frame));
};
