import { subscribersOf } from "../fixtures/chats.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe, seats, trades } from "../fixtures/tribes.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const curve = aTribe({ name: "Ida" });
const full = aTribe({ name: "Otto", seatHoldings: [...seats(12)] });
const path = `/token/${curve.mint}`;

export const tribeStates = {
  curve: { path, shows: /./, server: () => scriptedServer(...tribeAnswers(curve, { trades: trades(40) })) },
  full: {
    path: `/token/${full.mint}`,
    shows: /./,
    server: () => scriptedServer(...tribeAnswers(full, { trades: trades(40), subscribers: subscribersOf(full) })),
  },
  neverTraded: { path, shows: /./, server: () => scriptedServer(...tribeAnswers(curve)) },
} as const satisfies States;
