import { eq } from "drizzle-orm";
import type { Ports } from "../../context/ports.ts";
import { createCallers, personByUid } from "../../modules/identity/index.ts";
import { tokens } from "../../modules/indexer/schema.ts";
import { isFactoryPaused } from "../../modules/market/index.ts";
import { createRealtimeTokens, readServerPause } from "../../modules/system/index.ts";
import { tracesOfTransactions } from "../../modules/transactions/index.ts";
import { createWalletTokens } from "../../modules/wallet/index.ts";
import type { PortParts } from "../build-context.ts";

/** Joins what each module offers the others. */
export const createPorts = ({ db, keys, chain, log, now }: PortParts): Ports => {
  const callers = createCallers(db, keys, log);
  return {
    callers,
    walletTokens: createWalletTokens(keys, callers, now),
    realtimeTokens: createRealtimeTokens(db, keys, callers),
    tokens: {
      tokensOf: async (tx, uid) => {
        const person = await personByUid(tx, uid);
        if (!person?.address) return [];
        return tx
          .select({ tokenId: tokens.tokenId, mint: tokens.mint, name: tokens.name, symbol: tokens.symbol })
          .from(tokens)
          .where(eq(tokens.creatorAddress, person.address));
      },
    },
    transactionTraces: { tracesOf: tracesOfTransactions },
    pause: {
      // Pages must get their settings although the chain does not answer.
      read: async (executor) => {
        const [isServerPaused, isOnChain] = await Promise.all([readServerPause(executor), isFactoryPaused(chain)]);
        return { isSystemPaused: isServerPaused || isOnChain, isServerPaused };
      },
    },
  };
};
