import { lamports, newTokenUnits, routes, tokenUnits } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { callerWallet } from "../../identity/index.ts";
import { cardsOf } from "../listing/cards.ts";
import { dayLinesOf, dayWorthOf } from "../listing/day-lines.ts";
import { holdingsOf } from "../store/holdings.ts";

/** Only so many rows get a drawn line: few people scroll further, and each one costs some reads. */
const maxDrawn = 25;

/** The caller's holdings in the index. */
export const holdings = query(routes.market.holdings, async ({ ctx, tx, session }) => {
  const owner = await callerWallet(tx, session.uid);
  const rows = await holdingsOf(tx, owner);
  const drawn = rows.slice(0, maxDrawn).map(({ mint }) => mint);
  const [cards, lines] = await Promise.all([
    cardsOf(
      ctx,
      rows.map(({ mint }) => mint),
    ),
    dayLinesOf(ctx, drawn),
  ]);
  const drawnRows = rows.slice(0, maxDrawn).map(({ mint, amount, value }) => ({ mint, amount, value: BigInt(value) }));
  const total = BigInt(rows[0]?.valueOfAll ?? 0);
  // Rows beyond the limit count with their present value for the whole day.
  const rest = total - drawnRows.reduce((sum, { value }) => sum + value, 0n);
  const dayWorth = await dayWorthOf(ctx, drawnRows);
  return {
    holdings: rows.flatMap(({ mint, amount, price, newMint, value, averagePaid, oldTokens, newTokens }) => {
      const card = cards.get(mint);
      if (!card) return [];
      const { name, symbol, pfp, priceDayAgo } = card;
      return {
        mint,
        name,
        symbol,
        pfp,
        price,
        priceDayAgo,
        dayLine: lines.get(mint) ?? null,
        averagePaid: averagePaid === null ? null : lamports(BigInt(averagePaid)),
        newMint,
        amount,
        migrated:
          oldTokens === null || newTokens === null
            ? null
            : { oldTokens: tokenUnits(BigInt(oldTokens)), newTokens: newTokenUnits(BigInt(newTokens)) },
        value: lamports(BigInt(value)),
      };
    }),
    count: rows[0]?.count ?? 0,
    value: lamports(total),
    dayWorth: dayWorth?.map((worth) => lamports(worth + rest)) ?? null,
  };
});
