import type { Address } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { cursorAfter, isBefore, type TokenRow } from "../indexer/index.ts";
import { tokenNames } from "./store/earners.ts";
import { referredTrades, type TradeRow, tradesWithFees } from "./store/trades.ts";

/** Whose earnings: from trades of their own tokens, and of people whom they invited. */
export interface Earner {
  readonly address: Address;
  readonly own: readonly TokenRow[];
}

/** A trade in the index, with its token's name and symbol. */
export interface EarningRow extends TradeRow {
  readonly name: string;
  readonly symbol: string;
}

/** One page of the trades by which somebody earned: the merge of two lists, each read by its own index. */
export const earningsPage = async (
  db: Executor,
  { address, own }: Earner,
  cursor: string | undefined,
  limit: number,
): Promise<{ rows: EarningRow[]; nextCursor: string | null }> => {
  const mints = own.map(({ mint }) => mint);
  const wanted = { mints, cursor, limit: limit + 1 };
  const lists = await Promise.all([tradesWithFees(db, wanted), referredTrades(db, address, wanted)]);
  const rows = lists.flat().sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const others = [...new Set(page.map(({ mint }) => mint))].filter((mint) => !mints.includes(mint));
  const names = new Map(
    [...own, ...(await tokenNames(db, others))].map(({ mint, name, symbol }) => [mint, { name, symbol }]),
  );
  return {
    rows: page.map((row) => ({ ...row, ...(names.get(row.mint) ?? { name: "", symbol: "" }) })),
    nextCursor: last && rows.length > limit ? cursorAfter(last) : null,
  };
};
