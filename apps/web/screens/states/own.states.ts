import { lamports, routes } from "@tribe/contract";
import { walletOnChain } from "../fixtures/chain.ts";
import { aPerson } from "../fixtures/people.ts";
import { walletAnswers } from "../fixtures/wallet-answers.ts";
import { on } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { States } from "./state.ts";

const person = aPerson();

/** What a person alone sees of themselves. */
export const ownStates = {
  emptyWallet: {
    path: "/wallet",
    shows: /./,
    as: person,
    server: () => {
      const server = scriptedServer(
        ...walletAnswers,
        on(routes.claim.tokens, { tokens: [], hasMore: false, balance: lamports(0n) }),
      );
      server.answerNode(walletOnChain({ balance: lamports(0n) }));
      return server;
    },
  },
  noNotifications: {
    path: "/notifications",
    shows: /./,
    as: person,
    server: () => scriptedServer(on(routes.notifications.list, { notices: [], unread: 0, nextCursor: null })),
  },
} as const satisfies States;
