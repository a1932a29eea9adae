import { type AnswerOf, lamports, routes } from "@tribe/contract";
import { wireBlockTime } from "../../../db/block-time.ts";
import { query } from "../../../http/implement.ts";
import { callerWallet } from "../../identity/index.ts";
import { cursorAfter } from "../../indexer/index.ts";
import { type TradeRow, tradesOfWallet } from "../store/trades.ts";

type OwnTrade = AnswerOf<typeof routes.market.ownTrades>["trades"][number];

/** The trades of the caller's wallet on chain, whichever app it used. */
export const ownTrades = query(routes.market.ownTrades, async ({ tx, query: { cursor, limit }, session }) => {
  const trader = await callerWallet(tx, session.uid);
  const rows = await tradesOfWallet(tx, trader, cursor, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    trades: page.map(({ trade, name, symbol }) => ({ ...present(trade), name, symbol })),
    nextCursor: last && rows.length > limit ? cursorAfter(last.trade) : null,
  };
});

const present = (row: TradeRow): Omit<OwnTrade, "name" | "symbol"> => {
  const fees = row.platformFee + row.creatorFee + row.referralFee + row.liquidityFee;
  return {
    mint: row.mint,
    kind: row.kind,
    venue: row.venue,
    signature: row.signature as OwnTrade["signature"], // stored as the chain gave it
    amount: row.amount,
    newTokens: row.newTokens,
    fees: lamports(fees),
    total: lamports(row.kind === "sell" ? row.value - fees : row.value + fees),
    blockTime: wireBlockTime(row.blockTime),
  };
};
