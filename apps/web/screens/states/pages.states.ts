import { apiErrors, lamports, routes } from "@tribe/contract";
import { aChat, aMessage } from "../fixtures/chats.ts";
import { aPerson, aUser, faceOf, rightToLeftName } from "../fixtures/people.ts";
import { before, days } from "../fixtures/time.ts";
import { aTribe, lineOf, tokens } from "../fixtures/tribes.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const tribe = aTribe({ name: "Ida" });
const otto = aUser({ bio: "Two lines\nof a bio" });
const profilePath = `/user/${otto.address}`;
const place = { mint: tribe.mint, name: "Ida", symbol: "IDA", pfp: null };
const standing = on(routes.market.standing, {
  since: before(30 * days),
  seats: [{ ...place, number: 3, groupSize: 12, memberCount: 4, holding: tokens(60), cut: tokens(10) }],
  holdings: [{ ...place, amount: tokens(60), value: lamports(900_000_000n) }],
  count: 1,
  value: lamports(900_000_000n),
});
const profile = (...answers: readonly ScriptedAnswer[]) => ({
  path: profilePath,
  server: () => scriptedServer(standing, on(routes.identity.userProfile, { user: otto, tokens: [] }), ...answers),
});
const chats = [
  aChat(tribe.mint, {
    name: "Ida",
    symbol: "IDA",
    lastMessage: aMessage({ mint: tribe.mint, text: "Good morning. The kettle is on.", author: faceOf(otto) }),
    read: { number: 1, unread: 4 },
  }),
  aChat(aTribe({ name: "Otto" }).mint, { name: rightToLeftName, symbol: "NORA", state: "expired" }),
];
const listing = on(routes.market.list, { tokens: [lineOf(tribe)], total: 1, nextCursor: null });

/** Pages of other people, and what the app says where there is no page. */
export const pageStates = {
  user: { ...profile(), shows: "Otto" },
  userLoading: { ...profile(on(routes.identity.userProfile, neverAnswers)), shows: "Loading the profile" },
  userUnknown: { ...profile(on(routes.identity.userProfile, fails("not_found"))), shows: /./ },
  tribesVisitor: { path: "/tribes", server: () => scriptedServer(listing), shows: "Sign in to your Tribes" },
  tribesEmpty: { path: "/tribes", as: aPerson(), server: () => scriptedServer(listing), shows: /./ },
  tribes: {
    path: "/tribes",
    as: aPerson(),
    server: () => scriptedServer(listing, on(routes.chat.mine, { chats }), on(routes.market.profile, tribe)),
    shows: /The kettle is on/,
  },
  notFound: { path: "/nowhere", server: () => scriptedServer(), shows: /./ },
  partMissing: {
    path: "/wallet",
    server: () => {
      const server = scriptedServer();
      server.parts.lose("WalletPage");
      return server;
    },
    shows: "This page didn't load",
  },
  deadMailLink: {
    path: "/unsubscribe?token=cut",
    server: () => scriptedServer(on(routes.notifications.mailLink, fails("mail_link_invalid"))),
    shows: apiErrors.mail_link_invalid.message,
  },
  stopMails: {
    path: "/unsubscribe?token=a.b",
    server: () =>
      scriptedServer(on(routes.notifications.mailLink, { kind: "insufficientTokensToAccessTribe", isOn: true })),
    shows: "Stop these mails",
  },
  stoppedMails: {
    path: "/unsubscribe?token=a.b",
    server: () => scriptedServer(on(routes.notifications.mailLink, { kind: "dailySummary", isOn: false })),
    shows: /No more mails/,
  },
} satisfies States;
