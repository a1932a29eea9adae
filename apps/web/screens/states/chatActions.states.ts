import { routes } from "@tribe/contract";
import { sol, walletOnChain } from "../fixtures/chain.ts";
import { aMember, aMessage, aPageOf, chatSettings, messages, subscribersOf } from "../fixtures/chats.ts";
import { aPerson, aUser, faceOf, rightToLeftName } from "../fixtures/people.ts";
import { before, minutes } from "../fixtures/time.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe, tokens } from "../fixtures/tribes.ts";
import { on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const person = aPerson();
const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const { mint } = tribe;
const otto = faceOf(aUser());
const log = [
  ...messages(9, { mint }),
  aMessage({ number: 10, mint, text: "It's short. Is the kettle on?", author: otto }),
  aMessage({
    ...{ number: 11, mint, text: "Yes, for everybody", author: faceOf(person), sentAt: before(2 * minutes) },
    reactions: [
      { kind: "like", emoji: null, count: 2, mine: false },
      { kind: "emoji", emoji: "🔥", count: 1, mine: true },
    ],
  }),
];
const counts = { members: 4, online: 1, booted: null, blocked: null };
const chat = (of = tribe, ...answers: readonly ScriptedAnswer[]) => ({
  path: `/chat/${of.mint}`,
  as: person,
  server: () =>
    scriptedServer(
      ...tribeAnswers(of, { messages: log, subscribers: subscribersOf(of) }),
      on(routes.chat.members, {
        members: [aMember(), aMember({ displayName: rightToLeftName, seat: 2 })],
        counts,
        nextCursor: null,
      }),
      ...answers,
    ),
});
const chiefs = aTribe({
  name: "Ida",
  subscribeState: "chief",
  creatorAddress: person.address ?? tribe.creatorAddress,
  creatorUid: person.uid,
});
const menuOf = async ({ hand }: Stage, message: RegExp): Promise<void> => {
  await hand.keyOn("article", message, "Enter");
  await hand.find("button", "Reply");
};
const choose = (message: RegExp, item: string) => async (stage: Stage) => {
  await menuOf(stage, message);
  await stage.hand.press("button", item);
};
const [own, others] = [/Yes, for everybody/, /It's short/];
const inHeader = async ({ hand, window }: Stage, name: string): Promise<void> => {
  // A desktop shows it at once.
  if (window.innerWidth < 640) await hand.press("button", "More");
  await hand.press("button", name);
};

/** What a member does in a chat. */
export const chatActionStates = {
  ownMenu: { ...chat(), show: (stage) => menuOf(stage, own), shows: "Edit" },
  othersMenu: { ...chat(), show: (stage) => menuOf(stage, others), shows: "Report" },
  reply: { ...chat(), isLostByResize: true, show: choose(others, "Reply"), shows: /^Reply to/ },
  edit: { ...chat(), isLostByResize: true, show: choose(own, "Edit"), shows: /^Edit message/ },
  deleteMessage: { ...chat(), show: choose(own, "Delete"), shows: /^Delete this message/ },
  report: { ...chat(), show: choose(others, "Report"), shows: /^Report message/ },
  block: { ...chat(), show: choose(others, "Block author"), shows: /^Block / },
  likedBy: {
    ...chat(
      tribe,
      on(routes.chat.likes, {
        likes: [{ ...otto, kind: "like", emoji: null, reactedAt: before(minutes) }],
        count: 1,
        nextCursor: null,
      }),
    ),
    show: choose(own, "Liked by"),
    shows: "Liked by",
  },
  search: {
    ...chat(tribe, on(routes.chat.search, { messages: log.slice(9), nextBeforeSeq: null })),
    show: async (stage) => {
      await inHeader(stage, "Search messages");
      await stage.hand.fill(/Search|Find|words/i, "kettle");
    },
    shows: /Is the kettle on/,
  },
  members: { ...chat(), show: ({ hand }) => hand.press("button", "Members"), shows: /seats are taken|above the cut/ },
  chiefsMembers: { ...chat(chiefs), path: `/chat/${chiefs.mint}?view=members`, shows: "Go live" },
  membersPage: { ...chat(), path: `/chat/${mint}?view=members`, shows: /Member 1/ },
  settings: {
    ...chat(chiefs, on(routes.chat.settings, { settings: chatSettings(), boots: [{ groupSize: 12, booted: 0 }] })),
    show: (stage) => inHeader(stage, "Tribe settings"),
    shows: /Slow mode/i,
  },
  join: {
    ...chat(aTribe({ name: "Ida", seatHoldings: [] })),
    server: () => {
      const server = scriptedServer(...tribeAnswers(aTribe({ name: "Ida", seatHoldings: [] })));
      server.answerNode(walletOnChain({ balance: sol(2), holdings: new Map([[mint, tokens(12)]]) }));
      return server;
    },
    show: ({ hand }) => hand.press("button", "Join"),
    shows: "Join chat",
  },
  longDraft: {
    ...chat(),
    show: ({ hand }) => hand.fill("Message", "Twelve seats around one fire. ".repeat(100)),
    shows: /Twelve seats/,
  },
  waiting: {
    ...chat(),
    show: async ({ hand, goOffline }) => {
      await hand.find("textbox", "Message");
      goOffline();
      await hand.fill("Message", "I'll be there.");
      await hand.press("button", "Send");
    },
    shows: "Sends when you're back",
  },
  emoji: { ...chat(), isLostByResize: true, show: ({ hand }) => hand.press("button", "Emoji"), shows: "Find an emoji" },
  unread: {
    ...chat(tribe, on(routes.chat.messages, aPageOf(log, { hasMore: true }))),
    shows: /Is the kettle on/,
  },
} satisfies States;
