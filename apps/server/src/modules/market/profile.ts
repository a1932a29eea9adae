import { ApiError, routes, type Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { implement } from "../../http/implement.ts";
import { faceAt } from "./face.ts";
import { factoryState } from "./factory-state.ts";
import { priceNow, pricesDayAgo } from "./prices.ts";
import { channels } from "./schema.ts";
import { joinedMembers, membershipOf, thresholdFor } from "./seats.ts";
import { findToken } from "./tokens.ts";

/** Everything the token page shows, with what the caller is in this Tribe. */
export const profile = implement(routes.token.profile, async ({ ctx, tx, query, session }) => {
  const token = await findToken(tx, query.mint);
  const [channel] = await tx.select().from(channels).where(eq(channels.mint, query.mint));
  if (!token || !channel) throw new ApiError("not_found");
  const { people } = ctx.ports;
  const [creator, caller, joined, dayAgo, factory] = await Promise.all([
    people.byAddress(tx, token.creatorAddress),
    session ? people.byUid(tx, session.uid) : null,
    joinedMembers(tx, token.mint),
    pricesDayAgo(tx, [token], ctx.now()),
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
    price: priceNow(token),
    priceDayAgo: dayAgo.get(mint) ?? null,
    volume: token.volume,
    groupSize: channel.groupSize,
    newMint,
    liquidityAddress,
    memberCount: channel.memberCount,
    holderCount: token.holderCount,
    createdAt: token.createdAt.getTime(),
    tradeInfo: thresholdFor(joined, session?.uid ?? null, channel.groupSize),
    subscribeState: await membershipOf(tx, mint, caller),
    fees: factory.fees,
  };
});
