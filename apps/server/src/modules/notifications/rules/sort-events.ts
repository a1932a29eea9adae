import { airdropState, type Mint, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import * as z from "zod/mini";
import type { BusEvents } from "../../../engines/bus/port.ts";
import type { ChatRead, MessageName, ReactionChange, SentMessage } from "./chat-events.ts";
import type { FanOut } from "./fan-out-drafts.ts";
import type { PlannedEvent } from "./planned-events.ts";

/** A batch of events, sorted by what is to be done with them. */
export interface SortedEvents {
  readonly messages: readonly SentMessage[];
  readonly givenReactions: readonly ReactionChange[];
  readonly removedReactions: readonly ReactionChange[];
  readonly deletedMessages: readonly MessageName[];
  readonly reads: readonly ChatRead[];
  readonly seats: readonly BusEvents["seat.changed"][];
  readonly blocked: readonly BusEvents["account.blocked"][];
  readonly wallets: readonly BusEvents["wallet.told"][];
  /** Tribes in which what people have to spare, or the price, may have changed. */
  readonly moved: readonly Mint[];
  readonly fanOuts: readonly FanOut[];
}

type Growing = { readonly [Key in keyof SortedEvents]: SortedEvents[Key][number][] };

/** Parses a frame that the server has made. One of an older version that does not match any more gives no notice. */
const parseFrame = (text: string): ServerFrame | null => {
  const parsed = z.safeDecode(serverFrameSchema, JSON.parse(text));
  return parsed.success ? parsed.data : null;
};

/** Sorts events for the planner. @param now when what is reported to many happened */
export const sortEvents = (events: readonly PlannedEvent[], now: Date): SortedEvents => {
  const sorted: Growing = {
    messages: [],
    givenReactions: [],
    removedReactions: [],
    deletedMessages: [],
    reads: [],
    seats: [],
    blocked: [],
    wallets: [],
    moved: [],
    fanOuts: [],
  };
  const at = now.toISOString();
  for (const event of events)
    switch (event.type) {
      case "chat.message": {
        const frame = parseFrame(event.payload.frame);
        if (frame?.type === "message") sorted.messages.push(frame.message);
        break;
      }
      case "chat.changed": {
        const frame = parseFrame(event.payload.frame);
        if (frame?.type === "change") sortChange(sorted, frame);
        break;
      }
      case "chat.read": {
        const { uid, mint, read } = event.payload;
        sorted.reads.push({ uid, mint, number: read.number });
        break;
      }
      case "seat.changed":
        sorted.seats.push(event.payload);
        break;
      case "account.blocked":
        sorted.blocked.push(event.payload);
        break;
      case "seats.ranked":
      case "trade.indexed":
        sorted.moved.push(event.payload.mint);
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

const sortChange = (sorted: Growing, { mint, at, change }: Extract<ServerFrame, { type: "change" }>): void => {
  if (change.kind === "deleted") sorted.deletedMessages.push({ mint, messageId: change.messageId });
  if (change.kind === "reaction") {
    const { messageId, uid, isOn } = change;
    (isOn ? sorted.givenReactions : sorted.removedReactions).push({ mint, messageId, uid, at });
  }
};
