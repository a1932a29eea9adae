import type { Address, Mint } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { creations } from "../../factory/schema.ts";
import { people } from "../../identity/schema.ts";
import { pools, tokens } from "../../indexer/schema.ts";
import { channels } from "../../membership/schema.ts";

// Read whenever somebody looks at a Tribe, and by every trader before a trade.
const tribeOn = preparedOnce((db) =>
  db
    .select({ token: tokens, channel: channels, pool: pools, pinned: creations.pfp })
    .from(tokens)
    .innerJoin(channels, eq(channels.mint, tokens.mint))
    .leftJoin(pools, eq(pools.mint, tokens.mint))
    .leftJoin(creations, eq(creations.mint, tokens.mint))
    .where(eq(tokens.mint, sql.placeholder("mint")))
    .prepare("market_tribe"),
);

/** A Tribe's token, channel, pool and pinned picture; null when there is no such Tribe. */
export const findTribe = async (db: Executor, mint: Mint) => (await tribeOn(db).execute({ mint }))[0] ?? null;

/** Who has a wallet, and since when they have an account; null for nobody. */
export const findWalletOwner = async (db: Executor, address: Address) => {
  const [person] = await db
    .select({ uid: people.uid, createdAt: people.createdAt })
    .from(people)
    .where(eq(people.address, address));
  return person ?? null;
};
