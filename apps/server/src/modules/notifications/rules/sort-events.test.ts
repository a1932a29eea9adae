import { airdropState, type Mint, type Uid } from "@tribe/contract";
import { expect, test } from "vitest";
import type { PlannedEvent } from "./planned-events.ts";
import { sortEvents } from "./sort-events.ts";

// Names instead of real ids: the rules only compare them.
const mint = "tribe" as Mint;
const [ann, ben] = ["ann" as Uid, "ben" as Uid];
const now = new Date("2026-03-01T12:00:00Z");
const at = now.toISOString();
const sort = (type: PlannedEvent["type"], payload: object) =>
  // The payloads below have what the planner reads of each.
  sortEvents([{ type, payload } as PlannedEvent], now);

test.each([
  ["a read chat", "chat.read", { uid: ann, mint, read: { number: 7 } }, { reads: [{ uid: ann, mint, number: 7 }] }],
  ["a block", "account.blocked", { uid: ann, blockedUid: ben }, { blocked: [{ uid: ann, blockedUid: ben }] }],
  ["a new Tribe", "token.created", { mint }, { fanOuts: [{ type: "token_created", mint, at }] }],
  [
    "a completed airdrop",
    "airdrop.changed",
    { taskId: "1", state: airdropState.completed },
    { fanOuts: [{ type: "airdrop", taskId: "1", at }] },
  ],
  ["an airdrop that goes on", "airdrop.changed", { taskId: "1", state: airdropState.completed - 1 }, {}],
  [
    "an announcement",
    "system.announced",
    { id: "1", text: "News", route: "/", isMailed: false },
    { fanOuts: [{ type: "system", id: "1", text: "News", route: "/", isMailed: false, at }] },
  ],
  ["a trade", "trade.indexed", { mint: "tribe" }, { moved: ["tribe"] }],
  ["another order of seats", "seats.ranked", { mint: "tribe" }, { moved: ["tribe"] }],
  ["a frame of an older version", "chat.message", { frame: '{"type":"message","message":{"id":1}}' }, {}],
  ["a frame of another kind", "chat.changed", { frame: '{"type":"pong"}' }, {}],
] as const)("%s is sorted by what is to be done", (_what, type, payload, expected) => {
  const nothing = {
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
  expect(sort(type, payload)).toEqual({ ...nothing, ...expected });
});
