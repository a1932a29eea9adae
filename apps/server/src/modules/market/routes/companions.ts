import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { nameAndPictureOf, peopleByUids } from "../../identity/index.ts";
import { companionsOf } from "../store/companions.ts";

/** Which seats the people have with whom the caller shares a Tribe. */
export const companions = query(routes.market.companions, async ({ tx, session }) => {
  const rows = await companionsOf(tx, session.uid);
  const faces = await peopleByUids(tx, [...new Set(rows.flatMap(({ uids }) => uids))]);
  return {
    tribes: rows.map(({ mint, count, uids }) => ({
      mint,
      count,
      people: uids.flatMap((uid) => {
        const person = faces.get(uid);
        return person?.address ? [{ uid, address: person.address, ...nameAndPictureOf(person) }] : [];
      }),
    })),
  };
});
