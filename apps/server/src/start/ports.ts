import { eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import type { Chain } from "../engines/chain/port.ts";
import type { Keys } from "../engines/keys/port.ts";
import { createCallers, createPeople, createPeopleEditor } from "../modules/identity/index.ts";
import { isFactoryPaused, tokens } from "../modules/market/index.ts";
import { createRealtimeTokens, readServerPause } from "../modules/system/index.ts";
import { createWalletTokens } from "../modules/wallet/index.ts";
import type { Ports } from "../ports.ts";

/** Joins what each module offers the others. */
export const createPorts = ({ db, keys, chain }: { db: Database; keys: Keys; chain: Chain }): Ports => {
  const people = createPeople();
  return {
    people,
    peopleEditor: createPeopleEditor(),
    callers: createCallers(db, keys),
    walletTokens: createWalletTokens(db),
    realtimeTokens: createRealtimeTokens(db),
    tokens: {
      tokensOf: async (tx, uid) => {
        const person = await people.byUid(tx, uid);
        if (!person?.address) return [];
        return tx
          .select({ tokenId: tokens.tokenId, mint: tokens.mint, name: tokens.name, symbol: tokens.symbol })
          .from(tokens)
          .where(eq(tokens.creatorAddress, person.address));
      },
    },
    pause: {
      // A page that asks for its settings must get them although the chain does not answer.
      read: async (executor) => {
        const [isServerPaused, isOnChain] = await Promise.all([readServerPause(executor), isFactoryPaused(chain)]);
        return { isSystemPaused: isServerPaused || isOnChain, isServerPaused };
      },
    },
  };
};
