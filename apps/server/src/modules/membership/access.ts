import { ApiError, type MessageId, type Mint } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import type { Person } from "../identity/index.ts";
import { accessProblem } from "./rules/access.ts";
import { type Access, channelOfReader, creatorOf, membershipOf, membershipsOf } from "./store/access.ts";

// Who may read and write a chat: the rule is in rules/access.ts for one person, and in store/access.ts in SQL for many.

/** Lets only the Chief and people with a seat pass. @throws ApiError `banned`, `not_a_member` */
export const requireAccess = async (db: Executor, mint: Mint, person: Person | null): Promise<void> => {
  const problem = accessProblem(await membershipOf(db, mint, person));
  if (problem) throw problem;
};

/** {@link requireAccess} by a person's id, in one query. @throws ApiError `banned`, `not_a_member` */
export const requireReader = async (db: Executor, access: Access): Promise<void> => {
  const [state = "none"] = await membershipsOf(db, [access]);
  const problem = accessProblem(state);
  if (problem) throw problem;
};

/**
 * Checks access and reads what the page of a chat begins with, in one query: the newest sequence number, and the pinned message.
 * @throws ApiError `not_found` when there is no such Tribe, `banned`, `not_a_member`
 */
export const requireReadable = async (
  db: Executor,
  { mint, uid }: Access,
): Promise<{ readonly headSeq: number; readonly pinnedId: MessageId | null }> => {
  const found = await channelOfReader(db, { mint, uid });
  if (!found) throw new ApiError("not_found");
  const { headSeq, pinnedId, creator, person, seat } = found;
  const isChief = person !== null && person.address !== null && person.address === creator;
  const problem = accessProblem(isChief ? "chief" : (seat ?? "none"));
  if (problem) throw problem;
  return { headSeq, pinnedId };
};

/** Lets only the Chief pass. @throws ApiError `not_found` when there is no such Tribe, `forbidden` */
export const requireChief = async (db: Executor, mint: Mint, person: Person | null): Promise<void> => {
  const creator = await creatorOf(db, mint);
  if (creator === null) throw new ApiError("not_found");
  if (person?.address !== creator) throw new ApiError("forbidden");
};
