import { messages, subscribersOf } from "../fixtures/chats.ts";
import { aPerson } from "../fixtures/people.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe, seats } from "../fixtures/tribes.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const { mint } = tribe;
const path = `/chat/${mint}`;
const person = aPerson();
const log = messages(12, { mint });
const member = () => scriptedServer(...tribeAnswers(tribe, { messages: log }));

const large = aTribe({ name: "Ida", subscribeState: "active", groupSize: 24, seatHoldings: [...seats(24)] });

export const chatStates = {
  member: { path, as: person, server: member, shows: "Message 12" },
  empty: { path, as: person, server: () => scriptedServer(...tribeAnswers(tribe)), shows: /./ },
  outside: { path, server: () => scriptedServer(...tribeAnswers(aTribe({ name: "Ida" }))), shows: /./ },
  hung: {
    path,
    shows: "Message 12",
    as: person,
    server: () => {
      const server = member();
      server.realtime.receive("hung");
      return server;
    },
  },
  full: {
    path,
    shows: "Message 12",
    as: person,
    server: () => scriptedServer(...tribeAnswers(large, { messages: log, subscribers: subscribersOf(large) })),
  },
} as const satisfies States;
