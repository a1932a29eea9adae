import { ApiError, type Mint, type Uid } from "@tribe/contract";
import type { Executor } from "../../../db/client.ts";
import { accessKey } from "../rules/mentions.ts";
import { addWrite, isNewcomer, noWrites } from "../rules/write-limits.ts";
import { readWrites } from "../store/known-sends.ts";
import { joinedAtOf, storeLinkCount } from "../store/newcomers.ts";

const noRules = { slowMode: 0, onlyChiefWrites: false } as const;

/** Counts a link that a member adds to a sent message. @throws ApiError `newcomer_limited`. */
export const countNewcomersLink = async (
  tx: Executor,
  { mint, uid }: { readonly mint: Mint; readonly uid: Uid },
  now: number,
): Promise<void> => {
  const member = { mint, uid };
  const joinedAt = await joinedAtOf(tx, member);
  if (!isNewcomer(joinedAt, now)) return;
  const writes = (await readWrites(tx, [member])).get(accessKey(mint, uid)) ?? noWrites;
  const next = addWrite(noRules, { joinedAt, writes }, { hasLink: true, files: 0 }, now);
  if (next instanceof ApiError) throw next;
  await storeLinkCount(tx, member, { ...next, lastSentAt: writes.lastSentAt });
};
