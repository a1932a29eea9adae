import { airdropState, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import * as z from "zod/mini";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import type { BusEvents } from "../../../engines/bus/port.ts";
import { chatReceivers } from "./audience.ts";
import { writeNotices, writeNoticesChanged } from "./drafts.ts";
import { type FanOut, queueFanOut } from "./fan-out-job.ts";
import {
  type DeletedMessage,
  forgetBlocked,
  forgetMessages,
  forgetReactions,
  type GivenReaction,
  markChatRead,
  planMessages,
  planReactions,
} from "./plan-chat.ts";
import { planSeats } from "./plan-seats.ts";
import { planWallets } from "./plan-wallets.ts";
import type { PlannedEvent } from "./planned-events.ts";

/** A batch of events, sorted by what is to be done with them. */
interface Sorted {
  readonly messages: Extract<ServerFrame, { type: "message" }>["message"][];
  readonly given: GivenReaction[];
  readonly taken: GivenReaction[];
  readonly deleted: DeletedMessage[];
  readonly reads: { uid: BusEvents["chat.read"]["uid"]; mint: BusEvents["chat.read"]["mint"]; number: number }[];
  readonly seats: BusEvents["seat.changed"][];
  readonly blocked: BusEvents["account.blocked"][];
  readonly wallets: BusEvents["wallet.told"][];
  readonly fanOuts: FanOut[];
}

/** Parses a frame that the server has made. One of an older version that does not match any more gives no notice. */
const frameOf = (text: string): ServerFrame | null => {
  const read = z.safeDecode(serverFrameSchema, JSON.parse(text));
  return read.success ? read.data : null;
};

const sort = (events: readonly PlannedEvent[], now: Date): Sorted => {
  const sorted: Sorted = {
    messages: [],
    given: [],
    taken: [],
    deleted: [],
    reads: [],
    seats: [],
    blocked: [],
    wallets: [],
    fanOuts: [],
  };
  const at = now.toISOString();
  for (const event of events)
    switch (event.type) {
      case "chat.message": {
        const frame = frameOf(event.payload.frame);
        if (frame?.type === "message") sorted.messages.push(frame.message);
        break;
      }
      case "chat.changed": {
        const frame = frameOf(event.payload.frame);
        if (frame?.type !== "change") break;
        const { mint, change } = frame;
        if (change.kind === "deleted") sorted.deleted.push({ mint, change });
        if (change.kind === "reaction")
          (change.isOn ? sorted.given : sorted.taken).push({ mint, at: frame.at, change });
        break;
      }
      case "chat.read":
        sorted.reads.push({ ...event.payload, number: event.payload.read.number });
        break;
      case "seat.changed":
        sorted.seats.push(event.payload);
        break;
      case "account.blocked":
        sorted.blocked.push(event.payload);
        break;
      case "token.created":
        sorted.fanOuts.push({ type: "token_created", mint: event.payload.mint, at });
        break;
      case "airdrop.changed": {
        const { taskId, state } = event.payload;
        if (state === airdropState.completed) sorted.fanOuts.push({ type: "airdrop", taskId, at });
        break;
      }
      case "system.announced":
        sorted.fanOuts.push({ type: "system", ...event.payload, at });
        break;
      case "wallet.told":
        sorted.wallets.push(event.payload);
        break;
    }
  return sorted;
};

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
  const { messages, given, taken, deleted, reads, seats, blocked, wallets, fanOuts } = sort(events, now);
  const receivers = await chatReceivers(tx, [...new Set(messages.map(({ mint }) => mint))]);
  const ofSeats = await planSeats(tx, seats, now);
  await writeNotices(ctx, tx, [
    ...planMessages(messages, receivers),
    ...(await planReactions(tx, given)),
    ...ofSeats.drafts,
    ...(await planWallets(tx, wallets, now)),
  ]);
  const changed = [
    ...(await forgetReactions(tx, taken)),
    ...(await forgetMessages(tx, deleted)),
    ...(await markChatRead(tx, reads)),
    ...(await forgetBlocked(tx, blocked)),
    ...ofSeats.changed,
  ];
  await writeNoticesChanged(tx, changed);
  for (const what of fanOuts) await queueFanOut(ctx, tx, what);
};
