import type { Address, Mint } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { shownTribeName } from "../../identity/index.ts";
import type { TokenRow } from "../../indexer/index.ts";
import { referrers, tokens } from "../../indexer/schema.ts";

const ownTokensOn = preparedOnce((db) =>
  db
    .select()
    .from(tokens)
    .where(eq(tokens.creatorAddress, sql.placeholder("address")))
    .prepare("market_earnings_tokens"),
);

/** The tokens whose Chief has this wallet. */
export const ownTokens = (db: Executor, address: Address): Promise<TokenRow[]> => ownTokensOn(db).execute({ address });

const referrerOn = preparedOnce((db) =>
  db
    .select()
    .from(referrers)
    .where(eq(referrers.address, sql.placeholder("address")))
    .prepare("market_earnings_referrer"),
);

/** The sums of an inviter; null for somebody who never earned by others' trades. */
export const findReferrer = async (db: Executor, address: Address) =>
  (await referrerOn(db).execute({ address }))[0] ?? null;

const namesOn = preparedOnce((db) =>
  db
    .select({ mint: tokens.mint, name: shownTribeName(tokens), symbol: tokens.symbol })
    .from(tokens)
    .where(sql`${tokens.mint} = any((select ${sql.placeholder("mints")}::text[])::text[])`)
    .prepare("market_earnings_words"),
);

/** The names and symbols of tokens. */
export const tokenNames = async (db: Executor, mints: readonly Mint[]) =>
  mints.length === 0 ? [] : namesOn(db).execute({ mints });
