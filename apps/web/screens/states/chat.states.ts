// Why a list does not move under a pointer: docs/decisions/0089.
import { routes } from "@tribe/contract";
import { aMessage, aRoom, chatSettings, messages, subscribersOf } from "../fixtures/chats.ts";
import { aConfig } from "../fixtures/everyday.ts";
import { aPerson, aUser, faceOf, rightToLeftName } from "../fixtures/people.ts";
import { before, minutes } from "../fixtures/time.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe, seats, tokens } from "../fixtures/tribes.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const { mint } = tribe;
const path = `/chat/${mint}`;
const person = aPerson();
const log = messages(12, { mint });
const large = aTribe({ name: "Ida", subscribeState: "active", groupSize: 24, seatHoldings: [...seats(24)] });
const chatOf = (of: typeof tribe, all = log, ...answers: readonly ScriptedAnswer[]) => ({
  path,
  as: person,
  server: () => scriptedServer(...tribeAnswers(of, { messages: all, subscribers: subscribersOf(of) }), ...answers),
});
const member = (...answers: readonly ScriptedAnswer[]) => chatOf(tribe, log, ...answers);
const outside = (rest: Partial<typeof tribe>) => chatOf(aTribe({ name: "Ida", ...rest }), []);
const withSettings = (rest: Parameters<typeof chatSettings>[0], waitSeconds = 0) =>
  member(on(routes.chat.room, aRoom(log, { settings: chatSettings(rest), waitSeconds })));

const hardTexts = [
  "مساء الخير! أحضرت القهوة إلى النار، والثمن 0.25 SOL فقط.",
  `${"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2)}!`,
  "https://example.com/a/very/long/path/that/nobody/would/ever/type/by/hand?and=a&query=that&goes=on&and=on",
  "ש.ל.ו.ם, see you at the fire 🔥🔥🔥",
];
const hardLog = hardTexts.map((text, index) =>
  aMessage({
    number: index + 1,
    mint,
    text,
    author: faceOf(aUser({ displayName: index % 2 ? rightToLeftName : "Otto" })),
  }),
);

const formatted = [
  "**Seats** open at *nine*, ~~eight~~. The code is `fire.light(12)`, and the wood is ||behind the barn, under a sheet that nobody would lift||.",
  "> Who brings wood tonight?\n> **Two** loads.\nI do.",
  "So it goes:\n```ts\nconst seats = Array.from({ length: 12 }, (_, index) => nameOfTheSeat(index, fire, names, words));\nfire.light(seats);\n```\nlena.build/wood has the rest.",
  "2*3*4, snake_case_names, ¯\\_(ツ)_/¯",
].map((text, index) => aMessage({ number: index + 1, mint, text }));

/** A chat's page: who may be in it, and how it stands. */
export const chatStates = {
  member: { ...member(), shows: "Message 12" },
  empty: { ...chatOf(tribe, []), shows: "Message" },
  full: { ...chatOf(large), shows: "Message 12" },
  hung: {
    ...member(),
    server: () => {
      const server = member().server();
      server.realtime.receive("hung");
      return server;
    },
    shows: "Message 12",
  },
  refused: {
    ...member(),
    server: () => {
      const server = member().server();
      server.realtime.receive("refused");
      return server;
    },
    shows: /Connecting/,
  },
  loading: { ...member(on(routes.chat.messages, neverAnswers)), shows: "Loading messages" },
  failing: { ...member(on(routes.chat.messages, fails("internal"))), shows: "Try again" },
  offline: {
    ...member(),
    show: async ({ hand, goOffline }) => {
      await hand.see("Message 12");
      goOffline();
    },
    shows: /^You're offline/,
  },
  paused: {
    ...member(on(routes.system.config, aConfig({ isSystemPaused: true }))),
    firstData: { config: aConfig({ isSystemPaused: true }) },
    shows: /^System upgrade in progress/,
  },
  slowMode: { ...withSettings({ slowMode: 300 }, 240), shows: /^Slow mode/ },
  onlyChief: { ...withSettings({ onlyChiefWrites: true }), shows: /^Only the Chief writes/ },
  hardTexts: { ...chatOf(tribe, hardLog), shows: /see you at the fire/ },
  formatted: { ...chatOf(tribe, formatted), shows: "Show the spoiler" },
  longMessage: {
    ...chatOf(tribe, [aMessage({ mint, text: "Twelve seats around one fire. ".repeat(130) })]),
    shows: /Twelve seats around one fire/,
  },
  outside: { path, server: () => scriptedServer(...tribeAnswers(aTribe({ name: "Ida" }))), shows: "Ida is inside" },
  preview: {
    path,
    server: () =>
      scriptedServer(
        ...tribeAnswers(aTribe({ name: "Ida" })),
        on(routes.chat.preview, { isOpen: true, messages: messages(3, { mint }) }),
      ),
    shows: "Message 3",
  },
  mayJoin: {
    ...outside({ tradeInfo: { entryThresholdTokens: tokens(10), entryThresholdTokensForCompare: tokens(10) } }),
    shows: /^Join/,
  },
  booted: {
    ...outside({
      subscribeState: "expired",
      seatLostAt: before(12 * minutes),
      seatLoss: { code: "seat.outranked", tokensToReturn: tokens(3) },
    }),
    shows: "You're outside",
  },
  gaveUp: {
    ...outside({
      subscribeState: "expired",
      seatLostAt: before(12 * minutes),
      seatLoss: { code: "seat.below_minimum", tokensToReturn: tokens(3), gaveUp: { seat: 3 } },
    }),
    shows: "You gave up seat 3",
  },
  blocked: { ...outside({ subscribeState: "banned" }), shows: "The Chief has blocked you from this chat" },
  seatLost: {
    ...member(),
    show: async ({ hand, server }) => {
      await hand.see("Message 12");
      await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
      server.answer(...tribeAnswers(aTribe({ name: "Ida", subscribeState: "expired", seatLostAt: before(0) })));
      server.realtime.push({
        ...{ type: "membership", mint, state: "expired", entryThresholdTokens: tokens(14), reason: null },
        loss: { code: "seat.outranked", tokensToReturn: tokens(3) },
      });
    },
    shows: "You're outside",
  },
} satisfies States;
