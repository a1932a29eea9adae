import { routes } from "@tribe/contract";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { faceOf } from "../face.ts";
import { toPerson } from "../people.ts";
import { people, searchedWords } from "../schema.ts";

/** Of more than these the best are not looked for: a word of two letters may be half of everybody's. */
const maxMatches = 200;

/** The words as PostgreSQL's text search takes them: each may go on. Null when there is no letter and no digit. */
const prefixes = (search: string): string | null => {
  const words = search
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.map((word) => `${word}:*`).join(" & ") ?? null;
};

/** People by the beginnings of the words of their names and handles. */
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
        // They can't be told from anybody else, nor be found by what is hidden.
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
