import { routes } from "@tribe/contract";
import { aTribe, lineOf, seats } from "../fixtures/tribes.ts";
import { fails, on } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const tribes = [
  aTribe({ name: "Mara" }),
  aTribe({ name: "Otto", seatHoldings: [...seats(12)] }),
  aTribe({ name: "Ida", seatHoldings: [...seats(1)] }),
];
/** Home shows who sits in the first Tribe. */
const faces = on(routes.chat.subscribers, { subscribers: [] });
const list = { tokens: tribes.map((tribe) => lineOf(tribe)), total: tribes.length, nextCursor: null };

export const homeStates = {
  visitor: { path: "/", shows: /./, server: () => scriptedServer(on(routes.market.list, list), faces) },
  empty: {
    path: "/",
    shows: /./,
    server: () => scriptedServer(on(routes.market.list, { tokens: [], total: 0, nextCursor: null })),
  },
  failing: { path: "/", shows: /./, server: () => scriptedServer(on(routes.market.list, fails("forbidden"))) },
  offline: {
    path: "/",
    shows: /./,
    server: () => scriptedServer(on(routes.market.list, list), faces),
    isOffline: true,
  },
} as const satisfies States;
