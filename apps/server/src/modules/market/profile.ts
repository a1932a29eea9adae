import { ApiError, groupSizes, routes, type TokenUnits, type Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { implement } from "../../http/implement.ts";
import { faceAt } from "./face.ts";
import { factoryState } from "./factory-state.ts";
import { pricesDayAgo } from "./prices.ts";
import { channels, pools } from "./schema.ts";
import { type JoinedMember, joinedMembers, membershipOf, thresholdFor } from "./seats.ts";
import { findToken } from "./tokens.ts";

/** Everything the token page shows, with what the caller is in this Tribe. */
export const profile = implement(routes.token.profile, async ({ ctx, tx, query, session }) => {
  const token = await findToken(tx, query.mint);
  const [channel] = await tx.select().from(channels).where(eq(channels.mint, query.mint));
  if (!token || !channel) throw new ApiError("not_found");
  const { people } = ctx.ports;
  const [creator, caller, joined, dayAgo, [pool], factory] = await Promise.all([
    people.byAddress(tx, token.creatorAddress),
    session ? people.byUid(tx, session.uid) : null,
    joinedMembers(tx, token.mint),
    pricesDayAgo(tx, [token], ctx.now()),
    tx.select().from(pools).where(eq(pools.mint, token.mint)),
    factoryState(ctx.chain),
  ]);
  const { mint, tokenId, name, symbol, creatorAddress, supply, maxSupply, reserve, newMint, liquidityAddress } = token;
  const face = faceAt(creatorAddress, creator);
  return {
    mint,
    tokenId,
    name,
    symbol,
    pfp: face.pfp,
    creatorAddress,
    // A creator without an account (made past our server) is known by address alone.
    creatorUid: creator?.uid ?? (creatorAddress as string as Uid),
    creatorName: face.displayName,
    creatorHandle: creator && !creator.isNerfed ? (creator.twitter?.handle ?? null) : null,
    supply,
    virtualSupply: token.floor,
    maxSupply,
    bondingCurveCoefficient: token.coefficient,
    reserve,
    price: token.price,
    priceDayAgo: dayAgo.get(mint) ?? null,
    volume: token.volume,
    groupSize: channel.groupSize,
    newMint,
    liquidityAddress,
    conversionRate: token.conversionRate,
    pool: pool ?? null,
    memberCount: channel.memberCount,
    holderCount: token.holderCount,
    createdAt: token.createdAt.getTime(),
    tradeInfo: thresholdFor(joined, session?.uid ?? null, channel.groupSize),
    seatHoldings: holdingsOfSeated(joined),
    subscribeState: await membershipOf(tx, mint, caller),
    fees: factory.fees,
  };
});

/** Without names, the largest first; no chat seats more. */
const holdingsOfSeated = (joined: readonly JoinedMember[]): TokenUnits[] =>
  joined
    .filter((member) => member.isSeated)
    .map((member) => member.holding)
    .sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))
    .slice(0, Math.max(...groupSizes));
