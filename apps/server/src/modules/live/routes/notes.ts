import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { nameAndPictureOf, peopleByUids, personByUid } from "../../identity/index.ts";
import { requireAccess } from "../../membership/index.ts";
import { lastLives } from "../store/lives.ts";

/** How many of them the chat shows. */
const told = 50;

/** A Tribe's last lives, for the chat's readers. */
export const notes = query(routes.live.notes, async ({ tx, query, session }) => {
  const { mint } = query;
  await requireAccess(tx, mint, await personByUid(tx, session.uid));
  const rows = await lastLives(tx, mint, told);
  const people = await peopleByUids(tx, [...new Set(rows.map(({ chiefUid }) => chiefUid))]);
  return {
    notes: rows.map(({ chiefUid, title, startedAt, endedAt }) => {
      const chief = people.get(chiefUid);
      const face = chief ? nameAndPictureOf(chief) : { displayName: "", pfp: null };
      return {
        by: { uid: chiefUid, address: chief?.address ?? null, ...face },
        title,
        startedAt: startedAt.getTime(),
        endedAt: endedAt?.getTime() ?? null,
      };
    }),
  };
});
