import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { addressSchema } from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { keys } from "./keys.ts";
import { type Change, refreshAfter } from "./stale.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const other = z.parse(addressSchema, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
const me = z.parse(addressSchema, "11111111111111111111111111111111");

/** Everything that a page may have in its cache, for two tokens and one person. */
const known = {
  config: keys.config(),
  "local user": keys.localUser(),
  blocks: keys.blocks(),
  sessions: keys.sessions(),
  list: keys.tokenList({ tab: "leaderboard", window: "all", search: "", sort: "rank", order: "desc" }),
  token: keys.token(mint),
  "other token": keys.token(other),
  history: keys.history(mint),
  "other history": keys.history(other),
  holders: keys.holders(mint),
  "other holders": keys.holders(other),
  subscribers: keys.subscribers(mint),
  "other subscribers": keys.subscribers(other),
  messages: keys.messages(mint),
  "other messages": keys.messages(other),
  room: keys.room(mint),
  "other room": keys.room(other),
  chats: keys.myChats(),
  "own seats": keys.ownSeats(),
  companions: keys.companions(),
  earnings: keys.earnings(),
  "own holdings": keys.ownHoldings(),
  "own trades": keys.ownTrades(),
  user: keys.user(me),
  "other user": keys.user(other),
  balance: keys.balance(me),
  holding: keys.holding(me, mint),
  account: keys.associatedAccount(me, mint),
  unread: keys.unreadNotices(),
  notices: keys.noticeList(),
  settings: keys.notificationSettings(),
  "push devices": keys.pushDevices(),
} as const satisfies Record<string, QueryKey>;
type Name = keyof typeof known;

const wallet: Name[] = ["own seats", "companions", "own holdings", "own trades", "balance", "holding", "account"];
const about: Name[] = ["token", "subscribers", "holders"];
const others: Name[] = ["other token", "other subscribers", "other holders"];

const cases: readonly (readonly [Change, readonly Name[]])[] = [
  [{ kind: "paid" }, wallet],
  [{ kind: "profileEdited", address: me }, ["user"]],
  [{ kind: "profileEdited", address: null }, []],
  [{ kind: "blocksChanged" }, ["blocks"]],
  [{ kind: "sessionsEnded" }, ["sessions"]],
  [{ kind: "paidOut" }, [...wallet, "earnings"]],
  [{ kind: "funded" }, ["balance"]],
  [{ kind: "traded", mint }, [...wallet, ...about, "history", "chats"]],
  [{ kind: "converted", mint }, [...wallet, ...about, "history", "chats"]],
  [{ kind: "created" }, [...wallet, "local user", "chats"]],
  [{ kind: "joined", mint }, ["token", "subscribers", "chats", "own seats", "companions"]],
  [{ kind: "tradeHeard", mint }, about],
  [{ kind: "tradesMissed", mint }, ["history"]],
  [{ kind: "migrated", mint }, ["token", "holding"]],
  [{ kind: "membersChanged", mint }, ["token", "subscribers"]],
  [{ kind: "pinChanged", mint }, ["room"]],
  [{ kind: "allowanceChanged", mint }, ["room"]],
  [{ kind: "messagesMissed", mint }, ["room", "messages"]],
  [{ kind: "membershipChanged", mint }, ["token", "chats", "own seats", "companions"]],
  [{ kind: "accountChanged", isUser: false }, wallet],
  [{ kind: "accountChanged", isUser: true }, [...wallet, "local user", "blocks"]],
  [
    { kind: "profileChanged", address: me },
    ["user", "list", ...about, ...others, "own holdings", "own trades", "chats"],
  ],
  [{ kind: "profileChanged", address: null }, ["list", ...about, ...others, "own holdings", "own trades", "chats"]],
  [{ kind: "noticesChanged" }, ["notices"]],
  [{ kind: "pushDevicesChanged" }, ["push devices"]],
  [{ kind: "settingsUnsaved" }, ["settings"]],
  [{ kind: "sessionChanged" }, ["token", "other token"]],
  [{ kind: "connected" }, ["config"]],
  [
    { kind: "reconnected" },
    [
      ...wallet,
      ...about,
      ...others,
      "history",
      "other history",
      "room",
      "other room",
      "chats",
      "config",
      "unread",
      "notices",
    ],
  ],
];

it.each(cases)("after %o asks again for what it may have changed, and for nothing else", async (change, stale) => {
  const cache = new QueryClient();
  for (const key of Object.values(known)) cache.setQueryData(key, "known");
  await refreshAfter(cache, change);
  const found = Object.entries(known).filter(([, key]) => cache.getQueryState(key)?.isInvalidated);
  expect(found.map(([name]) => name).sort()).toEqual([...stale].sort());
});

it("is the only place that says what is stale", () => {
  const sources = import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../../**/*.test.{ts,tsx}"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const places = Object.keys(sources).filter((path) => sources[path]?.includes("invalidateQueries"));
  // Home's list of current events refreshes itself, by its own age.
  expect(places.sort()).toEqual(["../../features/home/HomePanel.tsx", "./stale.ts"]);
});
