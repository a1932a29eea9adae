import { routes, type SeatNote, type Uid } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { peopleByUids } from "../../identity/index.ts";
import { requireReader, seatNotesOf } from "../../membership/index.ts";
import { authorOf } from "../present.ts";

/** Who took and who lost a seat, for the chat's readers. */
export const seatNotes = query(routes.chat.seatNotes, async ({ tx, query, session }) => {
  const { mint, limit } = query;
  await requireReader(tx, { mint, uid: session.uid });
  const changes = await seatNotesOf(tx, mint, limit);
  const people = await peopleByUids(tx, [...new Set<Uid>(changes.map(({ uid }) => uid))]);
  return {
    notes: changes.map(({ uid, ...change }): SeatNote => ({ ...change, person: authorOf(people, uid) })),
  };
});
