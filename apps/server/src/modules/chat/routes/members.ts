import { ApiError, type ChatMember, type MemberList, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import {
  nameAndPictureAt,
  nameAndPictureOf,
  type Person,
  peopleByUids,
  personByAddress,
} from "../../identity/index.ts";
import { findToken, holdingOf } from "../../indexer/index.ts";
import { accessProblem, membershipOf, seatReasonForChief } from "../../membership/index.ts";
import type { seats } from "../../membership/schema.ts";
import { callerOf } from "../caller-of.ts";
import { countMembers, isPersonOnline, type MemberCursor, membersPage, seatRanks } from "../store/members.ts";

const stateOf = { members: "active", booted: "expired", blocked: "banned" } as const satisfies Record<
  MemberList,
  (typeof seats.$inferSelect)["state"]
>;

/** The last one of a page: holding in base units, and place in the order of joining. */
const cursorPattern = /^([0-9]{1,20})\.([0-9]{1,15})$/;

/** A Tribe's members; for its Chief also the former ones. */
export const members = query(routes.chat.members, async ({ tx, query, session }) => {
  const { mint, list, search, cursor, limit } = query;
  const person = await callerOf(tx, session.uid);
  const token = await findToken(tx, mint);
  if (!token) throw new ApiError("not_found");
  const access = await membershipOf(tx, mint, person);
  const problem = accessProblem(access);
  if (problem) throw problem;
  const isChief = access === "chief";
  if (list !== "members" && !isChief) throw new ApiError("forbidden");
  const filter = { state: stateOf[list], search, after: readCursor(cursor) };
  const rows = await membersPage(tx, mint, filter, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.seat : undefined;
  const [profiles, ranks, counts] = await Promise.all([
    peopleByUids(
      tx,
      page.map(({ seat }) => seat.uid),
    ),
    seatRanks(tx, mint),
    countMembers(tx, mint),
  ]);
  const chief = await personByAddress(tx, token.creatorAddress);
  const first = list === "members" && cursor === undefined && chief && isFound(chief, search) ? [chief] : [];
  const chiefLines = await Promise.all(
    first.map(
      async (one): Promise<ChatMember> => ({
        uid: one.uid,
        address: token.creatorAddress,
        ...nameAndPictureOf(one),
        role: "chief",
        state: "chief",
        isOnline: await isPersonOnline(tx, one.uid),
        holding: await holdingOf(tx, mint, token.creatorAddress),
        seat: null,
        reason: null,
        since: null,
      }),
    ),
  );
  return {
    members: [
      ...chiefLines,
      ...page.map(
        ({ seat, isOnline }): ChatMember => ({
          uid: seat.uid,
          address: seat.address,
          ...nameAndPictureAt(seat.address, profiles.get(seat.uid)),
          role: "member",
          state: seat.state,
          holding: seat.holding,
          seat: ranks.get(seat.uid) ?? null,
          isOnline,
          reason: seat.state === "active" ? null : seatReasonForChief(seat),
          since: seat.changedAt.getTime(),
        }),
      ),
    ],
    counts: {
      members: counts.active,
      online: counts.online,
      booted: isChief ? counts.expired : null,
      blocked: isChief ? counts.banned : null,
    },
    nextCursor: last ? `${last.holding}.${last.joinOrder}` : null,
  };
});

const isFound = (person: Person, search: string | undefined): boolean =>
  !search ||
  nameAndPictureOf(person).displayName.toLowerCase().includes(search.toLowerCase()) ||
  (person.address?.startsWith(search) ?? false);

/** @throws ApiError `bad_request` for an invalid cursor */
const readCursor = (cursor: string | undefined): MemberCursor | null => {
  if (cursor === undefined) return null;
  const [, holding, joinOrder] = cursorPattern.exec(cursor) ?? [];
  if (!holding || !joinOrder)
    throw new ApiError("bad_request", { field: "query.cursor", message: "must be a cursor of this list" });
  return { holding, joinOrder: Number(joinOrder) };
};
