import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { people } from "../schema.ts";

/** `tribeName` (rules/tribe-appearance.ts) in a query, for columns of the table of tokens. */
export const shownTribeName = (token: {
  readonly name: SQLWrapper;
  readonly creatorAddress: SQLWrapper;
}): SQL<string> =>
  sql<string>`case
    when exists (select from ${people} where ${people.address} = ${token.creatorAddress} and ${people.isNerfed})
    then left(${token.creatorAddress}, 6) else ${token.name} end`;
