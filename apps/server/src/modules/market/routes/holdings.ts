import { type Address, lamports, type Mint, newTokenUnits, routes, tokenUnits, unitsPerToken } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { query } from "../../../http/implement.ts";
import { callerWallet } from "../../identity/index.ts";
import { tokenAccounts, trades } from "../../indexer/schema.ts";
import { heldBy } from "../held-by.ts";
import { cardsOf } from "../listing/cards.ts";
import { dayLinesOf, dayWorthOf } from "../listing/day-lines.ts";

const byMintOn = preparedOnce((db) =>
  db
    .select({
      mint: tokenAccounts.mint,
      oldTokens: sql<string>`coalesce(sum(${tokenAccounts.amount}) filter (where ${tokenAccounts.newAmount} is null), 0)`,
      newTokens: sql<string>`coalesce(sum(${tokenAccounts.newAmount}), 0)`,
    })
    .from(tokenAccounts)
    .where(
      sql`${tokenAccounts.mint} = any(${sql.placeholder("mints")}) and ${tokenAccounts.owner} = ${sql.placeholder("owner")}`,
    )
    .groupBy(tokenAccounts.mint)
    .prepare("market_holdings_by_mint"),
);

/** What somebody holds of the old and of the new mint of migrated Tribes, by the old one. */
const migratedOf = async (db: Executor, owner: Address, mints: readonly Mint[]) => {
  const rows = mints.length > 0 ? await byMintOn(db).execute({ owner, mints }) : [];
  return new Map(
    rows.map(({ mint, oldTokens, newTokens }) => [
      mint,
      { oldTokens: tokenUnits(BigInt(oldTokens)), newTokens: newTokenUnits(BigInt(newTokens)) },
    ]),
  );
};

const paidOn = preparedOnce((db) =>
  db
    .select({
      mint: trades.mint,
      // A purchase of less than a base unit of an old token in the pool is none of them.
      average: sql<string | null>`div(
        sum(${trades.value} + ${trades.platformFee} + ${trades.creatorFee} + ${trades.referralFee} + ${trades.liquidityFee})
          * ${sql.raw(`${unitsPerToken}`)},
        nullif(sum(${trades.amount}), 0)
      )`,
    })
    .from(trades)
    .where(
      sql`${trades.trader} = ${sql.placeholder("trader")} and ${trades.mint} = any(${sql.placeholder("mints")}) and ${trades.kind} <> 'sell'`,
    )
    .groupBy(trades.mint)
    .prepare("market_holdings_paid"),
);

/** What somebody paid for a whole token on average, by the mints that they bought. */
const averagePaidOf = async (db: Executor, trader: Address, mints: readonly Mint[]) => {
  const rows = mints.length > 0 ? await paidOn(db).execute({ trader, mints }) : [];
  return new Map(rows.flatMap(({ mint, average }) => (average === null ? [] : [[mint, lamports(BigInt(average))]])));
};

/** Further down nobody looks at once, and each line costs some reads. */
const maxDrawn = 25;

/** What the caller holds, as the index has it. */
export const holdings = query(routes.market.holdings, async ({ ctx, tx, session }) => {
  const owner = await callerWallet(ctx, tx, session.uid);
  const rows = await heldBy(tx, owner);
  const drawn = rows.slice(0, maxDrawn).map(({ mint }) => mint);
  const [cards, lines, paid, migrated] = await Promise.all([
    cardsOf(
      ctx,
      rows.map(({ mint }) => mint),
    ),
    dayLinesOf(ctx, drawn),
    averagePaidOf(
      tx,
      owner,
      rows.map(({ mint }) => mint),
    ),
    migratedOf(
      tx,
      owner,
      rows.flatMap(({ mint, newMint }) => (newMint ? [mint] : [])),
    ),
  ]);
  const drawnRows = rows.slice(0, maxDrawn).map(({ mint, amount, value }) => ({ mint, amount, value: BigInt(value) }));
  const total = BigInt(rows[0]?.valueOfAll ?? 0);
  // What the list leaves out stays what it is.
  const rest = total - drawnRows.reduce((sum, { value }) => sum + value, 0n);
  const dayWorth = await dayWorthOf(ctx, drawnRows);
  return {
    holdings: rows.flatMap(({ mint, amount, price, newMint, value }) => {
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
        averagePaid: paid.get(mint) ?? null,
        newMint,
        amount,
        migrated: migrated.get(mint) ?? null,
        value: lamports(BigInt(value)),
      };
    }),
    count: rows[0]?.count ?? 0,
    value: lamports(total),
    dayWorth: dayWorth?.map((worth) => lamports(worth + rest)) ?? null,
  };
});
