import { randomBytes } from "node:crypto";
import { drawTokenId, hasHighestBumps } from "@tribe/chain/accounts";
import {
  buildCreateMessage,
  creationSettings,
  firstBuyOrder,
  quoteCreation,
  touchedByCreation,
} from "@tribe/chain/messages";
import {
  ApiError,
  type BodyOf,
  createTribeMinimumLamports,
  type routes,
  type TokenId,
  tokenMetadataUri,
  tradeState,
  type Uid,
} from "@tribe/contract";
import type { ReadingContext } from "../../context/context.ts";
import { readChainFacts } from "./chain-reads.ts";
import { findAttempt } from "./store/creations.ts";
import { buyTermsOf, factoryAtWork, type Trader } from "./traders.ts";

type Body = BodyOf<typeof routes.factory.prepareCreation>;

/** The id of the person's earlier attempt, or a new one. @throws ApiError `tribe_exists`, `ticket_open` */
export const tokenIdFor = async (ctx: ReadingContext, uid: Uid, trader: Trader): Promise<TokenId> => {
  const before = await findAttempt(ctx.db, uid);
  if (before?.state === tradeState.succeeded) throw new ApiError("tribe_exists");
  if (before?.state === tradeState.pending) throw new ApiError("ticket_open");
  if (before) return before.tokenId;
  const draw = () => randomBytes(8).readBigUInt64BE();
  const drawn = await drawTokenId(draw, ownersOf(trader), ctx.chain.programAddress);
  return drawn as TokenId; // eight bytes are a u64
};

/** The wallets whose token accounts a creation makes. */
const ownersOf = (trader: Trader) => {
  const { referrer: inviter } = buyTermsOf(trader);
  return inviter ? [trader.address, inviter] : [trader.address];
};

/**
 * The message of a creation, at the present fees.
 * @throws ApiError `system_paused`, `unavailable`, `affiliate_without_referral`, `more_sol_needed`, `insufficient_sol`
 */
export const creationMessage = async (ctx: ReadingContext, trader: Trader, tokenId: TokenId, body: Body) => {
  const factory = await factoryAtWork(ctx);
  const { flags, referrer: inviter } = buyTermsOf(trader);
  const program = ctx.chain.programAddress;
  const facts = await readChainFacts(ctx.chain, trader.address, touchedByCreation(trader.address));
  if (facts.balance < createTribeMinimumLamports) throw new ApiError("more_sol_needed");
  const { name, symbol } = body;
  const uri = tokenMetadataUri(ctx.config.appUrl, tokenId);
  const quote = quoteCreation({
    coefficient: factory.coefficient,
    fees: factory.fees,
    microLamportsPerUnit: facts.microLamportsPerUnit,
    name,
    symbol,
    uri,
    tokens: body.amountInLamports,
    flags,
    // An earlier attempt's id was drawn for the inviter of that time.
    hasHighestBumps: await hasHighestBumps(tokenId, ownersOf(trader), program),
  });
  if (facts.balance < quote.required) throw new ApiError("insufficient_sol");
  const message = await buildCreateMessage({
    program,
    wallet: trader.address,
    admin: ctx.coSigner.address,
    blockhash: facts.blockhash,
    computeUnitLimit: quote.computeUnitLimit,
    microLamportsPerUnit: facts.microLamportsPerUnit,
    tokenId,
    name,
    symbol,
    uri,
    firstBuy: firstBuyOrder(quote),
    ...creationSettings(factory, flags),
    flags,
    inviter,
  });
  return { message, lastValidBlockHeight: facts.lastValidBlockHeight };
};
