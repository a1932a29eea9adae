import { lamports, routes } from "@tribe/contract";
import { aChat, aMessage } from "../fixtures/chats.ts";
import { aConfig } from "../fixtures/everyday.ts";
import { anAddress } from "../fixtures/ids.ts";
import { aPerson, aUser, faceOf, rightToLeftName } from "../fixtures/people.ts";
import { before, minutes } from "../fixtures/time.ts";
import { aTribe, lineOf, seats, tokens } from "../fixtures/tribes.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const tribes = [
  aTribe({ name: "Mara" }),
  aTribe({ name: "Otto", seatHoldings: [...seats(12)] }),
  aTribe({ name: "Ida", seatHoldings: [...seats(1)] }),
];
/** Home shows who sits in the first Tribe. */
const faces = on(routes.chat.subscribers, { subscribers: [] });
const list = on(routes.market.list, { tokens: tribes.map((tribe) => lineOf(tribe)), total: 3, nextCursor: null });
const noTribes = on(routes.market.list, { tokens: [], total: 0, nextCursor: null });
const home = (...answers: readonly ScriptedAnswer[]) => ({
  path: "/",
  server: () => scriptedServer(list, faces, ...answers),
});
const [first] = tribes;
const place = { mint: tribes[0]?.mint ?? aTribe().mint, name: "Mara", symbol: "MARA", pfp: null };
const otto = faceOf(aUser());

const activities = (["buy", "sell", "seated", "out", "create"] as const).map((kind, index) => ({
  kind,
  at: before((index + 1) * 7 * minutes),
  tribe: place,
  person: { ...otto, address: aUser().address ?? aTribe().creatorAddress },
  amount: kind === "buy" || kind === "sell" ? tokens(3) : null,
  value: kind === "buy" || kind === "sell" ? lamports(40_000_000n) : null,
}));
const live = { mint: place.mint, title: "Night call-in", startedAt: before(20 * minutes), viewers: 7 };

/** Home of somebody who holds a seat, and is about to lose another one. */
const member = home(
  on(routes.chat.mine, {
    chats: [
      aChat(place.mint, { lastMessage: aMessage({ mint: place.mint, text: "Good morning. The kettle is on." }) }),
    ],
  }),
  on(routes.market.activity, { activities }),
  on(routes.notifications.unread, { unread: 3 }),
);

export const homeStates = {
  visitor: { ...home(), shows: /Otto/ },
  empty: { path: "/", server: () => scriptedServer(noTribes), shows: "Create your Tribe" },
  loading: { ...home(on(routes.market.list, neverAnswers)), shows: /^Loading/ },
  failing: { ...home(on(routes.market.list, fails("forbidden"))), shows: "Try again" },
  offline: { ...home(), isOffline: true, shows: /^You're offline/ },
  paused: {
    ...home(on(routes.system.config, aConfig({ isSystemPaused: true }))),
    firstData: { config: aConfig({ isSystemPaused: true }) },
    shows: /^System upgrade in progress/,
  },
  searching: {
    ...home(),
    show: ({ hand }) => hand.press("textbox", "Search Tribes and people"),
    shows: "Find a Tribe or a person",
  },
  recentlyFound: {
    ...home(),
    storage: {
      "tribe:v1:recent-hits": [
        {
          ...{ kind: "tribe", address: place.mint, seed: place.mint, name: place.name, note: place.symbol },
          pfp: null,
        },
        { ...{ kind: "person", address: anAddress("Otto"), seed: otto.uid, name: "Otto", note: "otto" }, pfp: null },
      ],
    },
    path: "/?q=",
    shows: "Recent",
  },
  found: {
    path: "/?q=ma",
    server: () =>
      scriptedServer(
        on(routes.market.list, ({ query }) => {
          const found = query.tab === "migrated" ? [] : tribes.slice(0, 2);
          return { tokens: found.map((tribe) => lineOf(tribe)), total: found.length, nextCursor: null };
        }),
        faces,
        on(routes.identity.searchPeople, {
          people: [{ ...otto, address: anAddress("Otto"), displayName: "Mark Otto", handle: "otto" }],
        }),
      ),
    shows: /Mark Otto/,
  },
  nothingFound: {
    path: "/?q=zzzzqq",
    server: () => scriptedServer(noTribes, on(routes.identity.searchPeople, { people: [] })),
    shows: /zzzzqq/,
  },
  peopleFound: {
    path: "/?q=Member",
    server: () =>
      scriptedServer(
        noTribes,
        on(routes.identity.searchPeople, {
          people: [{ ...otto, address: place.mint, displayName: "Member Otto", handle: "otto" }],
        }),
      ),
    shows: /Member Otto/,
  },
  longNames: {
    path: "/",
    server: () => {
      const names = [rightToLeftName, "Bartholomew-Alexander Featherstone", "Maximiliane Theodora von Brandt"];
      const tokensOf = names.map((name) => lineOf(aTribe({ name, creatorName: name })));
      return scriptedServer(on(routes.market.list, { tokens: tokensOf, total: 3, nextCursor: null }), faces);
    },
    shows: /Bartholomew/,
  },
  live: {
    ...home(on(routes.live.now, { lives: [live] }), ...(first ? [on(routes.market.profile, first)] : [])),
    shows: /Live, /,
  },
  activity: { ...home(on(routes.market.activity, { activities })), shows: /Otto/ },
  member: { ...member, as: aPerson(), shows: /Mara/ },
  chief: {
    ...home(on(routes.chat.mine, { chats: [aChat(place.mint, { name: "Studio Mara", state: "chief" })] })),
    as: aPerson({ tokens: [{ tokenId: tribes[0]?.tokenId ?? aTribe().tokenId, mint: place.mint }] }),
    shows: /Open.*Studio Mara/,
  },
  finishSettingUp: { ...home(), as: aPerson({ twitter: null }), shows: "Finish setting up" },
  howItWorks: {
    ...home(),
    show: ({ hand }) => hand.press("button", "How it works"),
    shows: "How it works",
  },
} satisfies States;
