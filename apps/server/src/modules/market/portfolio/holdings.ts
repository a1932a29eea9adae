import { type Address, lamports, type Mint, routes, type TokenUnits, tokenUnits, unitsPerToken } from "@tribe/contract";
import { desc, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { implement } from "../../../http/implement.ts";
import { callerWallet } from "../caller-wallet.ts";
import { cardsOf } from "../listing/cards.ts";
import { holdings as held, tokenAccounts, tokens } from "../schema.ts";

const most = 100;

const heldOn = preparedOnce((db) => {
  const value = sql<string>`div(${held.amount} * ${tokens.price}, ${sql.raw(`${unitsPerToken}`)})`;
  return db
    .select({
      mint: held.mint,
      amount: held.amount,
      price: tokens.price,
      newMint: tokens.newMint,
      value,
      // Before the limit takes effect.
      count: sql<number>`count(*) over ()`.mapWith(Number),
      valueOfAll: sql<string>`sum(${value}) over ()`,
    })
    .from(held)
    .innerJoin(tokens, eq(tokens.mint, held.mint))
    .where(eq(held.owner, sql.placeholder("owner")))
    .orderBy(desc(value), held.mint)
    .limit(most)
    .prepare("market_holdings_of");
});

const toConvertOn = preparedOnce((db) =>
  db
    .select({ mint: tokenAccounts.mint, amount: sql<string>`sum(${tokenAccounts.amount})` })
    .from(tokenAccounts)
    .where(
      sql`${tokenAccounts.mint} = any(${sql.placeholder("mints")}) and ${tokenAccounts.owner} = ${sql.placeholder("owner")}
        and ${tokenAccounts.newAmount} is null`,
    )
    .groupBy(tokenAccounts.mint)
    .prepare("market_holdings_to_convert"),
);

/** Old tokens that somebody still has of migrated Tribes. */
const toConvert = async (
  db: Executor,
  owner: Address,
  mints: readonly Mint[],
): Promise<ReadonlyMap<Mint, TokenUnits>> => {
  const rows = mints.length > 0 ? await toConvertOn(db).execute({ owner, mints }) : [];
  return new Map(rows.map(({ mint, amount }) => [mint, tokenUnits(BigInt(amount))]));
};

/** What the caller holds, as the index has it. */
export const holdings = implement(routes.portfolio.holdings, async ({ ctx, tx, session }) => {
  const owner = await callerWallet(ctx, tx, session.uid);
  const rows = await heldOn(tx).execute({ owner });
  const [cards, old] = await Promise.all([
    cardsOf(
      ctx,
      rows.map(({ mint }) => mint),
    ),
    toConvert(
      tx,
      owner,
      rows.flatMap(({ mint, newMint }) => (newMint ? [mint] : [])),
    ),
  ]);
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
        newMint,
        amount,
        toConvert: old.get(mint) ?? tokenUnits(0n),
        value: lamports(BigInt(value)),
      };
    }),
    count: rows[0]?.count ?? 0,
    value: lamports(BigInt(rows[0]?.valueOfAll ?? 0)),
  };
});
