import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { type Person, toPerson } from "../rules/person.ts";
import { people, searchedWords } from "../schema.ts";

/** Above this number of matches they are not ranked: two letters may match half of everybody. */
const maxMatches = 200;

/**
 * People with a wallet whose name and handle have these words, first who has exactly this name or handle.
 * @param prefixes in the language of PostgreSQL's text search
 */
export const searchPeople = async (tx: Executor, prefixes: string, exact: string, limit: number): Promise<Person[]> => {
  const found = tx
    .select()
    .from(people)
    .where(
      and(
        sql`${searchedWords(people)} @@ to_tsquery('simple', ${prefixes})`,
        // Nerfed people are left out: their names are hidden, and must not be found by them.
        eq(people.isNerfed, false),
        isNotNull(people.address),
      ),
    )
    .limit(maxMatches)
    .as("people");
  const rows = await tx
    .select()
    .from(found)
    .orderBy(
      sql`(lower(${found.displayName}) = ${exact} or lower(${found.twitter} ->> 'handle') = ${exact}) desc`,
      found.displayName,
      found.uid,
    )
    .limit(limit);
  return rows.map(toPerson);
};
