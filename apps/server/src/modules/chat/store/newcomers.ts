import type { Mint, Uid } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { seats } from "../../membership/schema.ts";
import type { MemberWrites } from "../rules/write-limits.ts";
import { memberWrites } from "../schema.ts";

interface Member {
  readonly mint: Mint;
  readonly uid: Uid;
}

/** When somebody first joined a Tribe, ms; null if never. */
export const joinedAtOf = async (tx: Executor, { mint, uid }: Member): Promise<number | null> => {
  const [seat] = await tx
    .select({ joinedAt: seats.joinedAt })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, uid)));
  return seat?.joinedAt?.getTime() ?? null;
};

/** Stores how many links a member has sent; their last message stays as it is. */
export const storeLinkCount = async (tx: Executor, member: Member, writes: MemberWrites): Promise<void> => {
  const row = { ...member, ...writes, lastSentAt: new Date(writes.lastSentAt) };
  await insertMany(tx, memberWrites, [row], sql`on conflict (mint, uid) do update set links = excluded.links`);
};
