import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { nameAndPictureOf, peopleByUids } from "../../identity/index.ts";
import { blocksOf } from "../store/blocks.ts";

/** The people whom the caller has blocked. */
export const blocks = query(routes.account.blocks, async ({ tx, session }) => {
  const rows = await blocksOf(tx, session.uid);
  const people = await peopleByUids(
    tx,
    rows.map(({ blockedUid }) => blockedUid),
  );
  return {
    blocks: rows.flatMap(({ blockedUid, blockedAt }) => {
      const person = people.get(blockedUid);
      if (!person) return [];
      return [
        { uid: blockedUid, address: person.address, ...nameAndPictureOf(person), blockedAt: blockedAt.getTime() },
      ];
    }),
  };
});
