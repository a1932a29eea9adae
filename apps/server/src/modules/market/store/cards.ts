import { type Mint, minEntryThresholdUnits, type TokenUnits } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { messages } from "../../chat/schema.ts";
import { creations } from "../../factory/schema.ts";
import { pools, tokens } from "../../indexer/schema.ts";
import { channels, seats } from "../../membership/schema.ts";

/** The smallest holding that has a seat; null while a seat is free. One index scan, as long as the group is large. */
const lastSeat = sql<TokenUnits | null>`(
  select ${seats.holding} from ${seats}
  where ${seats.mint} = ${channels.mint} and ${seats.state} <> 'banned' and ${seats.holding} >= ${sql.raw(String(minEntryThresholdUnits))}
  order by ${seats.holding} desc, ${seats.joinOrder} offset ${channels.groupSize} - 1 limit 1
)`.mapWith(seats.holding);

/** When the newest message was sent; null for a silent chat, or if it was deleted. One lookup by the messages' key. */
const talkedAt = sql<Date | null>`(
  select ${messages.sentAt} from ${messages}
  where ${messages.mint} = ${channels.mint} and ${messages.number} = ${channels.headNumber} and ${messages.deletedAt} is null
)`.mapWith(messages.sentAt);

const cardsOn = preparedOnce((db) =>
  db
    .select({
      mint: tokens.mint,
      tokenId: tokens.tokenId,
      creatorAddress: tokens.creatorAddress,
      name: tokens.name,
      symbol: tokens.symbol,
      floor: tokens.floor,
      coefficient: tokens.coefficient,
      createdAt: tokens.createdAt,
      price: tokens.price,
      supply: tokens.supply,
      maxSupply: tokens.maxSupply,
      referralBonus: tokens.referralBonus,
      newMint: tokens.newMint,
      conversionRate: tokens.conversionRate,
      pool: pools,
      lastSeat,
      talkedAt,
      pinned: creations.pfp,
    })
    .from(tokens)
    .innerJoin(channels, eq(channels.mint, tokens.mint))
    .leftJoin(pools, eq(pools.mint, tokens.mint))
    .leftJoin(creations, eq(creations.mint, tokens.mint))
    .where(
      sql`${tokens.mint} = any(${sql.placeholder("mints")}) and ${channels.mint} = any(${sql.placeholder("mints")})`,
    )
    .prepare("market_cards"),
);

/** What the cards of these tokens are made from, in no order. */
export const cardRows = (db: Executor, mints: readonly Mint[]) => cardsOn(db).execute({ mints });
