import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { nameAndPictureOf } from "../rules/name-and-picture.ts";
import { exactText, prefixQuery } from "../rules/search-words.ts";
import { searchPeople as search } from "../store/search-people.ts";

/** Finds people by prefixes of the words in their names and handles. */
export const searchPeople = query(routes.identity.searchPeople, async ({ tx, query: { search: text, limit } }) => {
  const prefixes = prefixQuery(text);
  if (prefixes === null) return { people: [] };
  const found = await search(tx, prefixes, exactText(text), limit);
  return {
    people: found.flatMap((person) =>
      person.address === null
        ? []
        : [
            {
              uid: person.uid,
              address: person.address,
              ...nameAndPictureOf(person),
              handle: person.twitter?.handle ?? null,
            },
          ],
    ),
  };
});
