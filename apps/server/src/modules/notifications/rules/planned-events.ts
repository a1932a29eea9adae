import type { BusEvent, BusEventName } from "../../../engines/bus/port.ts";
import "../events.ts";

/** The events that make notices or withdraw them. */
export const plannedTypes = [
  "chat.message",
  "chat.changed",
  "chat.read",
  "seat.changed",
  "account.blocked",
  "seats.ranked",
  "trade.indexed",
  "token.created",
  "airdrop.changed",
  "system.announced",
  "wallet.told",
] as const satisfies readonly BusEventName[];

/** An event that the planner reads. */
export type PlannedEvent = BusEvent<(typeof plannedTypes)[number]>;
