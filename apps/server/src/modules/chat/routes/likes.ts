import { ApiError, routes, type Uid } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { nameAndPictureOf, peopleByUids } from "../../identity/index.ts";
import { requireReader } from "../../membership/index.ts";
import { findMessage } from "../store/log.ts";
import { countPeople, type ReactionCursor, reactionsPage } from "../store/reactions.ts";

/** The last one of a page: time in ms, and person. */
const cursorPattern = /^([0-9]{1,15})\.([A-Za-z0-9_-]{8,64})$/;

/** Who liked a message, or gave it another reaction. */
export const likes = query(routes.chat.likes, async ({ tx, query, session }) => {
  const { mint, messageId, limit } = query;
  await requireReader(tx, { mint, uid: session.uid });
  const message = await findMessage(tx, mint, messageId);
  if (!message) throw new ApiError("not_found");
  const emoji = query.emoji ?? "";
  const key = { mint, number: message.number, emoji };
  const count = await countPeople(tx, key);
  const rows = await reactionsPage(tx, key, readCursor(query.cursor), limit + 1);
  const page = rows.slice(0, limit);
  const people = await peopleByUids(
    tx,
    page.map(({ uid }) => uid),
  );
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    likes: page.map(({ uid, kind, reactedAt }) => {
      const person = people.get(uid);
      return {
        uid,
        address: person?.address ?? null,
        ...(person ? nameAndPictureOf(person) : { displayName: uid.slice(0, 6), pfp: null }),
        kind,
        emoji: emoji || null,
        reactedAt: reactedAt.getTime(),
      };
    }),
    count,
    nextCursor: last ? `${last.reactedAt.getTime()}.${last.uid}` : null,
  };
});

/** @throws ApiError `bad_request` for an invalid cursor */
const readCursor = (cursor: string | undefined): ReactionCursor | null => {
  if (cursor === undefined) return null;
  const [, time, uid] = cursorPattern.exec(cursor) ?? [];
  if (!time || !uid)
    throw new ApiError("bad_request", { field: "query.cursor", message: "must be a cursor of this list" });
  return { reactedAt: new Date(Number(time)), uid: uid as Uid }; // compared only
};
