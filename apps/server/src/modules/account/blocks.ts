import type { Uid } from "@tribe/contract";
import { and, eq, inArray } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { blocks } from "./schema.ts";

/** Those of these people who have blocked somebody: nothing of that person is told to them. */
export const whoBlocked = async (db: Reader, blockedUid: Uid, among: readonly Uid[]): Promise<ReadonlySet<Uid>> => {
  if (among.length === 0) return new Set();
  const rows = await db
    .select({ uid: blocks.uid })
    .from(blocks)
    .where(and(eq(blocks.blockedUid, blockedUid), inArray(blocks.uid, [...among])));
  return new Set(rows.map(({ uid }) => uid));
};
