import { type FactoryState, standingAnnouncement } from "@tribe/chain/accounts";
import { ApiError, routes, type TradeVenue, type Uid } from "@tribe/contract";
import { seatingFor } from "@tribe/domain/membership";
import { query } from "../../../http/implement.ts";
import { nameAndPictureAt, peopleByUidAndAddress, personByUid, tribeName, tribePicture } from "../../identity/index.ts";
import { contendersOf, membershipAmong, seatLostBy, thresholdFor } from "../../membership/index.ts";
import { factoryState } from "../factory-state.ts";
import { pricesDayAgo } from "../store/prices-day-ago.ts";
import { findTribe } from "../store/tribe.ts";

/** Everything that the token page shows, with the caller's membership. */
export const profile = query(routes.market.profile, async ({ ctx, tx, query, session }) => {
  const found = await findTribe(tx, query.mint);
  if (!found) throw new ApiError("not_found");
  const { token, channel, pool, pinned } = found;
  const [{ byAddress: creator, byUid: caller }, members, dayAgo, factory] = await Promise.all([
    peopleByUidAndAddress(tx, session?.uid ?? null, token.creatorAddress),
    contendersOf(tx, channel, session?.uid ?? null),
    pricesDayAgo(tx, [token], ctx.now()),
    factoryState(ctx.chain),
  ]);
  const joined = members.filter((member) => !member.banned);
  const { mint, tokenId, name, symbol, creatorAddress, supply, maxSupply, reserve, newMint, liquidityAddress } = token;
  const face = nameAndPictureAt(creatorAddress, creator);
  const shown = creator && !creator.isNerfed ? creator : null;
  const subscribeState = membershipAmong(members, token, caller);
  const { seatHoldings, rival, ...seating } = seatingFor(joined, session?.uid ?? null, channel.groupSize);
  const lost = subscribeState === "expired" && session ? await seatLostBy(tx, mint, session.uid) : null;
  const rivalPerson = rival && (await personByUid(tx, rival.id));
  return {
    mint,
    tokenId,
    name: tribeName(name, creator),
    symbol,
    pfp: tribePicture(pinned, creator),
    creatorAddress,
    // A creator without an account here is shown by the address alone.
    creatorUid: creator?.uid ?? (creatorAddress as string as Uid),
    creatorName: face.displayName,
    creatorPfp: face.pfp,
    creatorHandle: shown?.twitter?.handle ?? null,
    creatorFarcaster: shown?.farcaster?.handle ?? null,
    creatorBio: shown?.bio ?? "",
    supply,
    virtualSupply: token.floor,
    maxSupply,
    bondingCurveCoefficient: token.coefficient,
    referralBonus: token.referralBonus,
    reserve,
    price: token.price,
    priceDayAgo: dayAgo.get(mint) ?? null,
    volume: token.volume,
    next: pool ? nextIn("pool", pool.nextSeq) : nextIn("curve", token.nextSeq),
    groupSize: channel.groupSize,
    newMint,
    liquidityAddress,
    conversionRate: token.conversionRate,
    pool,
    memberCount: channel.memberCount,
    holderCount: token.holderCount,
    createdAt: token.createdAt.getTime(),
    tradeInfo: thresholdFor(joined, session?.uid ?? null, channel.groupSize),
    seatHoldings,
    seating: {
      ...seating,
      rival: rival && {
        displayName: nameAndPictureAt(rival.address, rivalPerson).displayName,
        holding: rival.holding,
        joinOrder: rival.joinedAt,
      },
    },
    subscribeState,
    seatLostAt: lost?.at ?? null,
    seatLoss: lost?.loss ?? null,
    fees: factory.fees,
    announcedFees: announcedFor(standingAnnouncement(factory, ctx.now())),
  };
});

const announcedFor = (announced: FactoryState["announcedFees"]) =>
  announced && { fees: announced.fees, from: Number(announced.from) * 1_000, until: Number(announced.until) * 1_000 };

const nextIn = (venue: TradeVenue, seq: bigint) => ({ venue, seq: Number(seq) });
