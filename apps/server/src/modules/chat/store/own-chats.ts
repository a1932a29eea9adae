import type { Address, Uid } from "@tribe/contract";
import { desc, eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { creations } from "../../factory/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";

/** A Tribe, with the picture that it was created with. */
const tribe = { token: tokens, pinned: creations.pfp };

/** The Tribes that belong to a wallet. */
export const tribesOf = (tx: Executor, creator: Address) =>
  tx
    .select(tribe)
    .from(tokens)
    .leftJoin(creations, eq(creations.mint, tokens.mint))
    .where(eq(tokens.creatorAddress, creator));

/** The Tribes that a person has joined, with their seat. */
export const joinedTribesOf = (tx: Executor, uid: Uid) =>
  tx
    .select({ ...tribe, state: seats.state, loss: seats.loss })
    .from(seats)
    .innerJoin(tokens, eq(tokens.mint, seats.mint))
    .leftJoin(creations, eq(creations.mint, tokens.mint))
    .where(eq(seats.uid, uid))
    .orderBy(desc(seats.changedAt));
