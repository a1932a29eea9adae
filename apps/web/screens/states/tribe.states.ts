import { lamports, routes } from "@tribe/contract";
import { sol, walletOnChain } from "../fixtures/chain.ts";
import { aMember, subscribersOf } from "../fixtures/chats.ts";
import { aCost, costsAnswer } from "../fixtures/costs.ts";
import { aPerson, rightToLeftName } from "../fixtures/people.ts";
import { aPoolTribe, poolOnChain } from "../fixtures/pools.ts";
import { atRisk, atRiskServer, memberServer, memberTribe } from "../fixtures/trading.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aHolder, aTribe, lineOf, seats, tokens, trades } from "../fixtures/tribes.ts";
import { download, fails, on, unreachable } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const curve = aTribe({ name: "Ida" });
const full = aTribe({ name: "Otto", seatHoldings: [...seats(12)] });
const pool = aPoolTribe({ name: "Ida" });
const path = `/token/${curve.mint}`;
const visitor = () => scriptedServer(...tribeAnswers(curve, { trades: trades(40) }));
const chiefs = aTribe({ name: "Mara", subscribeState: "chief" });
const chief = aPerson({ tokens: [{ tokenId: chiefs.tokenId, mint: chiefs.mint }] });
const holders = ["Otto", "Ida", rightToLeftName, "Lena"].map((displayName) => aHolder({ displayName }));

/** A picture of the server's size, so that the dialog has its final height. */
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#c2571a"/></svg>`;
const chiefServer = () =>
  scriptedServer(
    ...tribeAnswers(chiefs, { trades: trades(40), holders, subscribers: subscribersOf(chiefs) }),
    on(routes.chat.members, {
      members: [aMember()],
      counts: { members: 4, online: 1, booted: 0, blocked: 0 },
      nextCursor: null,
    }),
  );
/** Presses a button of the header, which is behind "More" on a phone. */
const inHeader = async ({ hand, window }: Stage, name: string): Promise<void> => {
  // A desktop shows it at once.
  if (window.innerWidth < 640) await hand.press("button", "More");
  await hand.press("button", name);
};

export const tribeStates = {
  seatAtRisk: { path: `/chat/${atRisk.mint}`, as: aPerson(), server: atRiskServer, shows: "Top up" },
  alarms: {
    path: `/token/${atRisk.mint}`,
    as: aPerson(),
    server: () => {
      const server = atRiskServer();
      const alarm = { spare: tokens(5), priceAbove: null, priceBelow: lamports(1_000_000n) };
      server.answer(on(routes.notifications.alarms, { alarms: [{ mint: atRisk.mint, alarm }] }));
      return server;
    },
    show: (stage) => inHeader(stage, "Alarms"),
    shows: "Turn off",
  },
  curve: { path, shows: "Price over time", server: visitor },
  full: {
    path: `/token/${full.mint}`,
    shows: "Price over time",
    server: () => scriptedServer(...tribeAnswers(full, { trades: trades(40), subscribers: subscribersOf(full) })),
  },
  door: {
    path: `/chat/${full.mint}`,
    shows: "What it takes",
    server: () => scriptedServer(...tribeAnswers(full, { subscribers: subscribersOf(full) })),
  },
  neverTraded: { path, shows: /^No trades yet/, server: () => scriptedServer(...tribeAnswers(curve)) },
  member: {
    path: `/token/${memberTribe.mint}`,
    as: aPerson(),
    server: () => memberServer(),
    shows: /^Your seat/,
  },
  memberGain: {
    path: `/token/${memberTribe.mint}`,
    as: aPerson(),
    server: () =>
      memberServer(
        costsAnswer(
          aCost(memberTribe.mint, {
            ...{ amount: 10, known: 7, cost: 6n * memberTribe.price },
            realised: { received: sol(0.03), cost: sol(0.04), receivedUnknown: sol(0) },
          }),
        ),
      ),
    shows: /^Cost unknown for/,
  },
  holderWithoutSeat: {
    path,
    as: aPerson(),
    server: () => {
      const server = scriptedServer(...tribeAnswers(curve, { trades: trades(40) }));
      server.answerNode(walletOnChain({ balance: sol(3), holdings: new Map([[curve.mint, tokens(12)]]) }));
      return server;
    },
    shows: "Price over time",
  },
  chief: { path: `/token/${chiefs.mint}`, as: chief, server: chiefServer, shows: "Price over time" },
  migrated: {
    path: `/token/${pool.mint}`,
    server: () => {
      const server = scriptedServer(...tribeAnswers(pool, { trades: trades(40) }));
      server.answerNode(poolOnChain(pool));
      return server;
    },
    shows: "Price over time",
  },
  loading: {
    path: "/",
    server: () => {
      const server = scriptedServer(
        ...tribeAnswers(curve),
        on(routes.market.list, { tokens: [lineOf(curve)], total: 1, nextCursor: null }),
      );
      server.parts.hold("ChartCanvas");
      return server;
    },
    show: async ({ hand, server }) => {
      await hand.see(/Ida/);
      server.answer(on(routes.market.profile, () => new Promise<never>(() => undefined)));
      await hand.press("link", /Ida/);
    },
    shows: "Loading the token",
  },
  unknown: {
    path,
    server: () => scriptedServer(...tribeAnswers(curve), on(routes.market.profile, fails("not_found"))),
    shows: "Token not found",
  },
  offline: {
    path,
    server: visitor,
    show: async ({ hand, goOffline }) => {
      await hand.see("Price over time");
      goOffline();
    },
    shows: /^You're offline/,
  },
  unreachable: {
    path,
    server: () => scriptedServer(...tribeAnswers(curve), on(routes.market.profile, unreachable)),
    shows: "Try again",
  },
  chartFailing: {
    path,
    server: () => scriptedServer(...tribeAnswers(curve), on(routes.market.history, fails("bad_request"))),
    shows: "Try again",
  },
  share: {
    path,
    server: () =>
      scriptedServer(
        ...tribeAnswers(curve),
        on(routes.share.image, download(new Blob([picture], { type: "image/svg+xml" }))),
      ),
    show: ({ hand }) => hand.press("button", "Share"),
    shows: "Copy link",
  },
  exportHolders: {
    path: `/token/${chiefs.mint}`,
    as: chief,
    server: chiefServer,
    show: (stage) => inHeader(stage, "Export holders snapshot"),
    shows: /Export/,
  },
} satisfies States;
