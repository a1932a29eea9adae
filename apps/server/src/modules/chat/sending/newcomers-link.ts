import { ApiError, type Mint, type Uid } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { seats } from "../../membership/schema.ts";
import { memberWrites } from "../schema.ts";
import { readWrites } from "./known-sends.ts";
import { accessKey } from "./mentions.ts";
import { isNewcomer, noWrites, takeWrite } from "./send-rules.ts";

const noRules = { slowMode: 0, onlyChiefWrites: false } as const;

/** Counts a link that a member adds to a sent message. @throws ApiError `newcomer_limited`. */
export const takeNewcomersLink = async (
  tx: Executor,
  member: { readonly mint: Mint; readonly uid: Uid },
  now: number,
): Promise<void> => {
  const { mint, uid } = member;
  const [seat] = await tx
    .select({ joinedAt: seats.joinedAt })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, uid)));
  const joinedAt = seat?.joinedAt?.getTime() ?? null;
  if (!isNewcomer(joinedAt, now)) return;
  const writes = (await readWrites(tx, [member])).get(accessKey(mint, uid)) ?? noWrites;
  const next = takeWrite(noRules, { joinedAt, writes }, { hasLink: true, files: 0 }, now);
  if (next instanceof ApiError) throw next;
  const row = { mint, uid, lastSentAt: new Date(writes.lastSentAt), links: next.links, files: next.files };
  await insertMany(tx, memberWrites, [row], sql`on conflict (mint, uid) do update set links = excluded.links`);
};
