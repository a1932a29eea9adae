import { ApiError, type MembershipState, type Mint } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import type { Person } from "../../ports.ts";
import { tokens } from "../indexer/schema.ts";
import { hasAccess, membershipOf } from "./seats.ts";

/** Why a state lets nobody read or write a Tribe's chat: `banned` or `not_a_member`; null when it does. */
export const accessProblem = (state: MembershipState): ApiError | null =>
  hasAccess(state) ? null : new ApiError(state === "banned" ? "banned" : "not_a_member");

/** Lets only a Tribe's Chief and who has a seat there pass. @throws ApiError `banned`, `not_a_member`. */
export const requireAccess = async (db: Executor, mint: Mint, person: Person | null): Promise<void> => {
  const problem = accessProblem(await membershipOf(db, mint, person));
  if (problem) throw problem;
};

/** Lets only a Tribe's Chief pass. @throws ApiError `not_found` without such a Tribe, `forbidden`. */
export const requireChief = async (db: Executor, mint: Mint, person: Person | null): Promise<void> => {
  const [token] = await db.select({ creator: tokens.creatorAddress }).from(tokens).where(eq(tokens.mint, mint));
  if (!token) throw new ApiError("not_found");
  if (person?.address !== token.creator) throw new ApiError("forbidden");
};
