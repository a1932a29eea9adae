import { lamports, newTokenUnits, routes, tokenUnits, unitsPerToken } from "@tribe/contract";
import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { query } from "../../../http/implement.ts";
import { callerWallet } from "../../identity/index.ts";
import { tokenAccounts, trades } from "../../indexer/schema.ts";
import { selectHeld } from "../held-by.ts";
import { cardsOf } from "../listing/cards.ts";
import { dayLinesOf, dayWorthOf } from "../listing/day-lines.ts";

const paid = sql`${trades.value} + ${trades.platformFee} + ${trades.creatorFee} + ${trades.referralFee} + ${trades.liquidityFee}`;

/**
 * A person's holdings, what they paid on average for a whole token, and for a migrated Tribe how much is in old and in new
 * tokens. One statement, because three would be three round trips. Purchases are looked up by person only: joined by Tribe,
 * PostgreSQL would read all of the Tribe's trades.
 */
const holdingsOn = preparedOnce((db: Executor) => {
  const owner = sql.placeholder("owner");
  const held = selectHeld(db).as("held");
  const bought = db
    .select({
      mint: trades.mint,
      // Purchases in the pool of less than one base unit of an old token do not count.
      average: sql<
        string | null
      >`div(sum(${paid}) * ${sql.raw(`${unitsPerToken}`)}, nullif(sum(${trades.amount}), 0))`.as("average"),
    })
    .from(trades)
    .where(and(eq(trades.trader, owner), ne(trades.kind, "sell")))
    .groupBy(trades.mint)
    .as("bought");
  const migrated = db
    .select({
      oldTokens:
        sql<string>`coalesce(sum(${tokenAccounts.amount}) filter (where ${tokenAccounts.newAmount} is null), 0)`.as(
          "old_tokens",
        ),
      newTokens: sql<string>`coalesce(sum(${tokenAccounts.newAmount}), 0)`.as("new_tokens"),
    })
    .from(tokenAccounts)
    .where(and(eq(tokenAccounts.owner, owner), eq(tokenAccounts.mint, held.mint), isNotNull(held.newMint)))
    .groupBy(tokenAccounts.mint)
    .as("migrated");
  return db
    .select({
      mint: held.mint,
      amount: held.amount,
      price: held.price,
      newMint: held.newMint,
      value: held.value,
      count: held.count,
      valueOfAll: held.valueOfAll,
      averagePaid: bought.average,
      oldTokens: migrated.oldTokens,
      newTokens: migrated.newTokens,
    })
    .from(held)
    .leftJoin(bought, eq(bought.mint, held.mint))
    .leftJoinLateral(migrated, sql`true`)
    .orderBy(desc(held.value), held.mint)
    .prepare("market_holdings");
});

/** Only so many rows get a drawn line: few people scroll further, and each one costs some reads. */
const maxDrawn = 25;

/** The caller's holdings in the index. */
export const holdings = query(routes.market.holdings, async ({ ctx, tx, session }) => {
  const owner = await callerWallet(tx, session.uid);
  const rows = await holdingsOn(tx).execute({ owner });
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
