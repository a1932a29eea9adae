import { ApiError, routes, type Seq } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { accessProblem, findChannel, membershipOf, settingsOf } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { presentMessages } from "../present.ts";
import { accessKey } from "../rules/mentions.ts";
import { isNewcomer, newcomerLeft, noWrites, slowModeWait } from "../rules/write-limits.ts";
import { readWrites } from "../store/known-sends.ts";
import { findMessage } from "../store/log.ts";
import { joinedAtOf } from "../store/newcomers.ts";
import { readStateOf, unreadMentions } from "../store/read-marks.ts";

/** What a chat's page needs besides the messages. */
export const room = query(routes.chat.room, async ({ ctx, tx, query, session }) => {
  const { mint } = query;
  const person = await callerOf(tx, session.uid);
  // Read first: what changes in between arrives twice, and nothing is missed.
  const channel = await findChannel(tx, mint);
  if (!channel) throw new ApiError("not_found");
  const state = await membershipOf(tx, mint, person);
  const problem = accessProblem(state);
  if (problem) throw problem;
  const row = channel.pinnedId ? await findMessage(tx, mint, channel.pinnedId) : null;
  const [pinned = null] = row ? await presentMessages(tx, [row], person.uid) : [];
  const member = { mint, uid: person.uid };
  const joinedAt = state === "chief" ? null : await joinedAtOf(tx, member);
  const now = ctx.now();
  const isLimited = isNewcomer(joinedAt, now) || (channel.slowMode > 0 && state !== "chief");
  const known = isLimited ? await readWrites(tx, [member]) : null;
  const writes = known?.get(accessKey(mint, person.uid)) ?? noWrites;
  const { number, unread } = await readStateOf(tx, person.uid, mint);
  return {
    state,
    headSeq: channel.headSeq as Seq, // counted by the channel
    headNumber: channel.headNumber,
    settings: settingsOf(channel),
    pinned,
    read: { number, unread },
    mentions: unread === 0 ? [] : await unreadMentions(tx, person.uid, mint, number),
    waitSeconds: slowModeWait(channel.slowMode, writes, now),
    memberCount: channel.memberCount,
    newcomer: newcomerLeft(joinedAt, writes, now),
  };
});
