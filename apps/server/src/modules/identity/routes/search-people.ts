import { routes } from "@tribe/contract";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { faceOf } from "../face.ts";
import { people, searchedWords } from "../schema.ts";
import { toPerson } from "../store/people.ts";

/** Above this number of matches they are not ranked: two letters may match half of everybody. */
const maxMatches = 200;

/** The words as a prefix query of PostgreSQL's text search. Null when there is no letter and no digit. */
const prefixes = (search: string): string | null => {
  const words = search
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.map((word) => `${word}:*`).join(" & ") ?? null;
};

/** Finds people by prefixes of the words in their names and handles. */
export const searchPeople = query(routes.identity.searchPeople, async ({ tx, query: { search, limit } }) => {
  const wanted = prefixes(search);
  if (wanted === null) return { people: [] };
  const exact = search.toLowerCase().replace(/^@/, "");
  const found = tx
    .select()
    .from(people)
    .where(
      and(
        sql`${searchedWords(people)} @@ to_tsquery('simple', ${wanted})`,
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
  return {
    people: rows.flatMap((row) => {
      const person = toPerson(row);
      if (person.address === null) return [];
      return {
        uid: person.uid,
        address: person.address,
        ...faceOf(person),
        handle: person.twitter?.handle ?? null,
      };
    }),
  };
});
