import type { TokenId, Uid } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { tickets } from "../transactions/schema.ts";
import { creations } from "./schema.ts";

/** A person's creation with its newest ticket; somebody else's is unknown. */
export const findCreation = async (db: Reader, uid: Uid, tokenId: TokenId) => {
  const [found] = await db
    .select({ made: creations, ticket: tickets })
    .from(creations)
    .innerJoin(tickets, eq(tickets.ticket, creations.ticket))
    .where(and(eq(creations.tokenId, tokenId), eq(creations.uid, uid)));
  return found ?? null;
};
