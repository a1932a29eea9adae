import { type Address, unitsPerToken } from "@tribe/contract";
import { desc, eq, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { holdings as held, tokens } from "../indexer/schema.ts";

const maxRows = 100;

/** The query for what the wallet in the placeholder `owner` holds, see {@link heldBy}. */
export const selectHeld = (db: Reader) => {
  const value = sql<string>`div(${held.amount} * ${tokens.price}, ${sql.raw(`${unitsPerToken}`)})`;
  return db
    .select({
      mint: held.mint,
      amount: held.amount,
      price: tokens.price,
      newMint: tokens.newMint,
      value: value.as("value"),
      // Counted before the limit applies.
      count: sql<number>`count(*) over ()`.mapWith(Number).as("count"),
      valueOfAll: sql<string>`sum(${value}) over ()`.as("value_of_all"),
    })
    .from(held)
    .innerJoin(tokens, eq(tokens.mint, held.mint))
    .where(eq(held.owner, sql.placeholder("owner")))
    .orderBy(desc(value), held.mint)
    .limit(maxRows);
};

const heldOn = preparedOnce((db) => selectHeld(db).prepare("market_holdings_of"));

/** The hundred most valuable tokens of a wallet, each with the number and the total value of all of them. */
export const heldBy = (db: Executor, owner: Address) => heldOn(db).execute({ owner });
