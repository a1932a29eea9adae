import { defaultNotificationSettings, type Notice, routes } from "@tribe/contract";
import { aChat } from "../fixtures/chats.ts";
import { aUid } from "../fixtures/ids.ts";
import { aPerson } from "../fixtures/people.ts";
import { before, days, hours, minutes } from "../fixtures/time.ts";
import { aTribe, tokens } from "../fixtures/tribes.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const { mint } = aTribe({ name: "Ida" });
const actor = (displayName: string) => ({ uid: aUid(displayName), displayName, pfp: null });
const of = (id: number, ago: number, isRead: boolean) => ({ id: String(id), at: before(ago), isRead });
const ida = { mint, tribe: "Ida", tribePfp: null, route: `/chat/${mint}` };

/** One of each kind. */
const notices: Notice[] = [
  {
    ...{ ...of(9, minutes, false), ...ida, type: "chat_reply", actor: actor("Lena Brook"), isMention: false },
    excerpt: "I have some left, and a dry place for it. Come by before the rain does.",
  },
  {
    ...of(8, 5 * minutes, false),
    ...ida,
    type: "chat_new_message",
    actor: actor("Mara"),
    count: 14,
    excerpt: "The fire is lit",
  },
  {
    ...{ ...of(7, 30 * minutes, false), ...ida, type: "chat_reaction", actor: actor("Jo"), count: 3, emoji: "🔥" },
    excerpt: "Who brings wood tonight?",
  },
  {
    ...of(6, hours, true),
    ...ida,
    type: "chat_booted",
    loss: { code: "seat.below_minimum", tokensToReturn: tokens(9) },
  },
  {
    ...of(10, 2 * hours, true),
    ...ida,
    route: `/token/${mint}?stay=1`,
    type: "seat_alarm",
    alarm: "spare",
    amount: "3 IDA",
  },
  { ...of(5, 20 * hours, true), ...ida, route: "/wallet", type: "airdrop", amount: "1,250.5", symbol: "GIFT" },
  {
    ...{ ...of(4, 26 * hours, true), type: "token_created", route: "/?sort=newest", count: 7 },
    tribes: ["Birch", "Cedar", "Elder"].map((name) => ({ mint: aTribe({ name }).mint, name, pfp: null })),
  },
  {
    ...{ ...of(3, 30 * hours, true), type: "system", route: "/you" },
    text: "We move to new machines on Sunday from 02:00 to 03:00 UTC. Chats stay readable; nobody can trade in that hour.",
  },
  {
    ...{ ...of(2, 9 * days, true), ...ida, type: "chat_reply", isMention: true, excerpt: "@you look at this 🦊" },
    actor: actor("Bartholomew-Alexander Featherstonehaugh III of Nowhere"),
  },
];
const list = (...answers: readonly ScriptedAnswer[]) => ({
  path: "/notifications",
  as: aPerson(),
  server: () =>
    scriptedServer(
      on(routes.notifications.list, { notices, unread: 3, nextCursor: null }),
      on(routes.notifications.markRead, { unread: 0 }),
      on(routes.notifications.unread, { unread: 3 }),
      ...answers,
    ),
});
const settings = (...answers: readonly ScriptedAnswer[]) => ({
  path: "/notifications/settings",
  as: aPerson(),
  server: () =>
    scriptedServer(
      on(routes.notifications.settings, { settings: defaultNotificationSettings }),
      on(routes.notifications.mailState, { address: "mara@mail.example", stopped: null }),
      on(routes.notifications.pushDevices, { applicationServerKey: "AAAA", devices: [] }),
      on(routes.chat.mine, { chats: [aChat(mint, { name: "Ida", symbol: "IDA" })] }),
      ...answers,
    ),
});
const device = {
  id: "d-1",
  name: "Chrome on Android",
  isThis: false,
  since: before(9 * days),
  lastPushAt: before(hours),
};

export const notificationStates = {
  visitor: { path: "/notifications", server: () => scriptedServer(), shows: /sign/i },
  list: { ...list(), shows: /The fire is lit/ },
  loading: { ...list(on(routes.notifications.list, neverAnswers)), shows: /^Loading/ },
  failing: { ...list(on(routes.notifications.list, fails("internal"))), shows: "Try again" },
  offline: {
    ...list(),
    show: async ({ hand, goOffline }) => {
      await hand.see(/The fire is lit/);
      goOffline();
    },
    shows: /^You're offline/,
  },
  settings: { ...settings(), shows: "Push me about" },
  settingsMore: {
    ...settings(
      on(routes.notifications.pushDevices, { applicationServerKey: "AAAA", devices: [device] }),
      on(routes.notifications.settings, {
        settings: {
          ...defaultNotificationSettings,
          delivery: { ...defaultNotificationSettings.delivery, quietHours: { from: 1_320, to: 420 } },
        },
      }),
      on(routes.notifications.mailState, {
        address: "mara@mail.example",
        stopped: { reason: "bounce", at: before(2 * days) },
      }),
    ),
    shows: /Chrome on Android/,
  },
  settingsFailing: { ...settings(on(routes.notifications.settings, fails("internal"))), shows: "Try again" },
} satisfies States;
