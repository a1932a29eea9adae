import type { MessageId } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { type Person, peopleByUids } from "../../identity/index.ts";
import { lockUnsentFiles, markFilesSent } from "../../media/index.ts";
import { type Channel, lockChannels } from "../../membership/index.ts";
import { askForPreviews } from "../link-previews/link-preview-job.ts";
import { messageFrame, presentMessage } from "../present.ts";
import {
  type Answer,
  type ChannelHead,
  type Draft,
  decideSends,
  needsWrites,
  type SendState,
} from "../rules/decide-sends.ts";
import type { Send } from "../rules/send.ts";
import { readParents, readSends, readWrites } from "../store/known-sends.ts";
import { storeMessages } from "../store/store-messages.ts";
import { strangersAmong } from "./strangers.ts";
import { uuidV7 } from "./uuid-v7.ts";

type AppendContext = Pick<AppContext, "chatDb" | "ports" | "now" | "jobs">;

/**
 * Appends messages to the logs of their Tribes: they get the next numbers under the channel's row lock, in the transaction
 * that inserts them. Any number of messages needs the same few statements: a crowd's messages are stored in a few commits.
 * @param waits for the locks; otherwise locked chats are skipped.
 * @returns for each send the stored message or the refusal: `unauthorized` when its session has ended, `not_found` (also of
 * the message that it answers), `not_a_member`, `banned`, `message_empty`, `attachment_unusable`, `only_chief_writes`,
 * `slow_mode`, `newcomer_limited`, `too_many_requests`.
 */
export const appendMessages = async (
  ctx: AppendContext,
  sends: readonly Send[],
  { waits }: { readonly waits: boolean } = { waits: true },
): Promise<readonly Answer[]> => {
  const sessionIds = sends.flatMap(({ sessionId }) => sessionId ?? []);
  const [authors, endedSessions] = await Promise.all([
    peopleByUids(ctx.chatDb, [...new Set(sends.map(({ uid }) => uid))]),
    ctx.ports.callers.endedSessions(sessionIds),
  ]);
  return ctx.chatDb.transaction(async (tx) => {
    const now = ctx.now();
    const state = { ...(await readState(tx, sends, waits, now)), authors, endedSessions };
    const decision = decideSends(state, sends, now);
    const { answers, drafts, files } = decision;
    if (drafts.length === 0) return answers;
    const frames = await framesOf(tx, drafts, authors);
    await markFilesSent(tx, files);
    await storeMessages(tx, decision, frames, tracesOf(sends, drafts));
    await askForPreviews(
      ctx,
      tx,
      drafts.map(({ row }) => row),
    );
    return answers;
  });
};

/** The spans that send the drafts, in their order; undefined while traces are off. */
const tracesOf = (sends: readonly Send[], drafts: readonly Draft[]): readonly (string | null)[] | undefined => {
  if (sends.every(({ trace }) => trace === undefined)) return undefined;
  const keyOf = (author: string, clientId: string): string => `${author} ${clientId}`;
  const traces = new Map(sends.map(({ uid, clientId, trace }) => [keyOf(uid, clientId), trace ?? null]));
  return drafts.map(({ row }) => traces.get(keyOf(row.authorUid, row.clientId)) ?? null);
};

/** Locks the channels and reads what decides about the sends. */
const readState = async (
  tx: Executor,
  sends: readonly Send[],
  waits: boolean,
  now: number,
): Promise<Omit<SendState, "authors" | "endedSessions">> => {
  const channels = await lockChannels(tx, [...new Set(sends.map(({ mint }) => mint))], waits);
  const heads = new Map(channels.map((channel) => [channel.mint, headOf(channel)]));
  const { sends: known, allowances } = await readSends(tx, sends, now);
  const parents = await readParents(tx, sends);
  const strangers = await strangersAmong(
    tx,
    sends.map(({ mint, mentions = [] }) => ({ mint, mentions })),
  );
  const limited = sends.filter((send, index) =>
    needsWrites(heads.get(send.mint)?.rules, send, known[index]?.joinedAt ?? null, now),
  );
  const writes = await readWrites(tx, limited);
  const files = await lockUnsentFiles(tx, [...new Set(sends.flatMap(({ attachments = [] }) => attachments))]);
  const ids = sends.map(() => uuidV7(now) as MessageId); // a new one
  return { heads, skipsLocked: !waits, known, allowances, parents, strangers, writes, files, ids };
};

const headOf = (channel: Channel): ChannelHead => ({
  rules: channel,
  seq: channel.headSeq,
  number: channel.headNumber,
  allowance: { tokens: channel.sendTokens, filledAt: channel.sendsFilledAt.getTime() },
});

/** The frames that the readers of new messages get, in the drafts' order. */
const framesOf = async (
  tx: Executor,
  drafts: readonly Draft[],
  authors: ReadonlyMap<Person["uid"], Person>,
): Promise<string[]> => {
  const shown = drafts.flatMap(({ row, parent }) => [
    ...row.mentions.map(({ uid }) => uid),
    ...(parent ? [parent.authorUid] : []),
  ]);
  const others = new Set(shown.filter((uid) => !authors.has(uid)));
  const people = new Map([...authors, ...(await peopleByUids(tx, [...others]))]);
  return drafts.map(({ row, parent }) =>
    messageFrame(presentMessage(row, { people, parent, reactions: [], isPinned: false })),
  );
};
