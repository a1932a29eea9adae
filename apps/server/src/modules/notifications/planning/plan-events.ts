import type { Uid } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import type { BusEvents } from "../../../engines/bus/port.ts";
import { hasAccess } from "../../membership/index.ts";
import { messageDrafts, reactionDrafts } from "../rules/chat-drafts.ts";
import type { ReactionChange } from "../rules/chat-events.ts";
import type { NoticeDraft } from "../rules/notice-draft.ts";
import { lastSeatChanges, seatLossDraft, walletDraft } from "../rules/own-drafts.ts";
import type { PlannedEvent } from "../rules/planned-events.ts";
import { sortEvents } from "../rules/sort-events.ts";
import { chatReceivers, receiversOf } from "../store/receivers.ts";
import {
  markReadInChats,
  messageAuthors,
  withdrawOfBlocked,
  withdrawOfChat,
  withdrawOfMessages,
  withdrawOfReactions,
  withdrawSeatLoss,
} from "../store/withdraw-notices.ts";
import { queueFanOut } from "./fan-out-job.ts";
import { planAlarms } from "./plan-alarms.ts";
import { writeNotices, writeNoticesChanged } from "./write-notices.ts";

/**
 * Makes notices of events, and withdraws those that the events make obsolete, in the caller's transaction. Access and settings
 * are read as they are now. Withdrawals come after new notices, so that what was withdrawn, read or lost in the same batch stays
 * so.
 */
export const planEvents = async (
  ctx: Pick<AppContext, "jobs" | "now">,
  tx: Executor,
  events: readonly PlannedEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  const now = new Date(ctx.now());
  const sorted = sortEvents(events, now);
  const receivers = await chatReceivers(tx, [...new Set(sorted.messages.map(({ mint }) => mint))]);
  const ofSeats = await planSeats(tx, sorted.seats, now);
  await writeNotices(ctx, tx, [
    ...messageDrafts(sorted.messages, receivers),
    ...(await planReactions(tx, sorted.givenReactions)),
    ...ofSeats.drafts,
    ...(await planWallets(tx, sorted.wallets, now)),
    ...(await planAlarms(ctx, tx, sorted.moved, now)),
  ]);
  const changed = [
    ...(await withdrawOfReactions(tx, sorted.removedReactions)),
    ...(await withdrawOfMessages(tx, sorted.deletedMessages)),
    ...(await markReadInChats(tx, sorted.reads)),
    ...(await withdrawOfBlocked(tx, sorted.blocked)),
    ...ofSeats.changed,
  ];
  await writeNoticesChanged(tx, changed);
  for (const what of sorted.fanOuts) await queueFanOut(ctx, tx, what);
};

const planReactions = async (tx: Executor, given: readonly ReactionChange[]): Promise<readonly NoticeDraft[]> => {
  if (given.length === 0) return [];
  const authors = await messageAuthors(tx, given);
  const receivers = await chatReceivers(tx, [...new Set(given.map(({ mint }) => mint))]);
  return reactionDrafts(given, authors, receivers);
};

/**
 * Notifies people who lost a seat, and withdraws the notices of that chat; withdraws the notice of a loss when the seat is back.
 * @returns the new notices, and whose notices were withdrawn
 */
const planSeats = async (
  tx: Executor,
  seats: readonly BusEvents["seat.changed"][],
  now: Date,
): Promise<{ readonly drafts: readonly NoticeDraft[]; readonly changed: readonly Uid[] }> => {
  const changes = lastSeatChanges(seats);
  const uids = changes.map(({ uid }) => uid);
  const receivers = await receiversOf(tx, uids);
  const drafts: NoticeDraft[] = [];
  for (const change of changes) {
    const { mint, uid, state } = change;
    if (hasAccess(state)) {
      await withdrawSeatLoss(tx, uid, mint);
      continue;
    }
    await withdrawOfChat(tx, uid, mint);
    const draft = seatLossDraft(change, receivers.get(uid), now);
    if (draft) drafts.push(draft);
  }
  return { drafts, changed: uids };
};

const planWallets = async (
  tx: Executor,
  changes: readonly BusEvents["wallet.told"][],
  now: Date,
): Promise<readonly NoticeDraft[]> => {
  const receivers = await receiversOf(tx, [...new Set(changes.map(({ uid }) => uid))]);
  return changes.flatMap((change) => walletDraft(change, receivers.get(change.uid), now) ?? []);
};
