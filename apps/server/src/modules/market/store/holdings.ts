import { type Address, unitsPerToken } from "@tribe/contract";
import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { holdings, tokenAccounts, tokens, trades } from "../../indexer/schema.ts";

const maxRows = 100;
const wholeToken = sql.raw(`${unitsPerToken}`);

/** What the wallet in the placeholder `owner` holds, the most valuable first. */
const selectHeld = (db: Reader) => {
  const value = sql<string>`div(${holdings.amount} * ${tokens.price}, ${wholeToken})`;
  return db
    .select({
      mint: holdings.mint,
      amount: holdings.amount,
      price: tokens.price,
      newMint: tokens.newMint,
      value: value.as("value"),
      // Counted before the limit applies.
      count: sql<number>`count(*) over ()`.mapWith(Number).as("count"),
      valueOfAll: sql<string>`sum(${value}) over ()`.as("value_of_all"),
    })
    .from(holdings)
    .innerJoin(tokens, eq(tokens.mint, holdings.mint))
    .where(eq(holdings.owner, sql.placeholder("owner")))
    .orderBy(desc(value), holdings.mint)
    .limit(maxRows);
};

const heldOn = preparedOnce((db) => selectHeld(db).prepare("market_holdings_of"));

/** The hundred most valuable tokens of a wallet, each with the number and the total value of all of them. */
export const heldBy = (db: Executor, owner: Address) => heldOn(db).execute({ owner });

const paid = sql`${trades.value} + ${trades.platformFee} + ${trades.creatorFee} + ${trades.referralFee} + ${trades.liquidityFee}`;

const holdingsOn = preparedOnce((db: Executor) => {
  const owner = sql.placeholder("owner");
  const held = selectHeld(db).as("held");
  const bought = db
    .select({
      mint: trades.mint,
      // Purchases in the pool of less than one base unit of an old token do not count.
      average: sql<string | null>`div(sum(${paid}) * ${wholeToken}, nullif(sum(${trades.amount}), 0))`.as("average"),
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

/**
 * {@link heldBy} with what the wallet paid on average for a whole token, and for a migrated Tribe how much is in old and in new
 * tokens. One statement, because three would be three round trips. Purchases are looked up by person only: joined by Tribe,
 * PostgreSQL would read all of the Tribe's trades.
 */
export const holdingsOf = (db: Executor, owner: Address) => holdingsOn(db).execute({ owner });
