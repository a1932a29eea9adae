import { randomBytes, randomUUID } from "node:crypto";
import { drawTokenId, hasHighestBumps, mintAddress } from "@tribe/chain/accounts";
import {
  buildCreateMessage,
  creationSettings,
  firstBuyOrder,
  quoteCreation,
  touchedByCreation,
} from "@tribe/chain/messages";
import { toBase64 } from "@tribe/chain/transactions";
import {
  type AnswerOf,
  ApiError,
  type BodyOf,
  createTribeMinimumLamports,
  maxBuyTokens,
  routes,
  type TokenId,
  type TokenUnits,
  tokenMetadataUri,
  tradeState,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { deriveSymbol, tokenNameOf, tokenTextProblem } from "@tribe/domain/people";
import { eq } from "drizzle-orm";
import type { ReadingContext } from "../../../context/context.ts";
import type { Reader } from "../../../db/client.ts";
import { saga } from "../../../http/implement.ts";
import { findToken } from "../../indexer/index.ts";
import { findTicketByKey, sameRequest, storeTicketIn, type TicketRow } from "../../transactions/index.ts";
import { tickets } from "../../transactions/schema.ts";
import { readChainFacts } from "../chain-reads.ts";
import { creations } from "../schema.ts";
import { buyTermsOf, factoryAtWork, type Trader, traderOf } from "../traders.ts";

type Body = BodyOf<typeof routes.factory.prepareCreation>;

type Answer = AnswerOf<typeof routes.factory.prepareCreation>;

/** Prepares the transaction that creates the caller's one Tribe. A retry keeps the token id, and with it the mint. */
export const prepareCreation = saga(routes.factory.prepareCreation, async ({ ctx, body, session, commit }) => {
  const { idempotencyKey = randomUUID() } = body;
  const { name, symbol, pfpUrl: pfp } = body;
  const request = { name, symbol, pfp, amount: body.amountInLamports.toString() };
  const before = await findTicketByKey(ctx.db, session.uid, idempotencyKey);
  if (before) return answerOf(ctx.db, sameRequest(before, request));

  const trader = await traderOf(ctx, session.uid, "create");
  checkProfile(trader, body);
  checkFirstBuy(body.amountInLamports);
  const prepare = async (): Promise<Answer> => {
    const tokenId = await tokenIdFor(ctx, session.uid, trader);
    const mint = await mintAddress(tokenId, ctx.chain.programAddress);
    if (await findToken(ctx.db, mint)) throw new ApiError("tribe_exists");
    const { message, lastValidBlockHeight } = await creationMessage(ctx, trader, tokenId, body);
    const ticket = {
      uid: session.uid,
      idempotencyKey,
      kind: "create",
      mint,
      trader: trader.address,
      request,
      message: toBase64(message),
      lastValidBlockHeight,
    } as const;
    return commit(async (tx) => {
      const row = await storeTicketIn(tx, ticket);
      // The same request at the same moment was faster: its message and its token id are the answer.
      if (row.message !== ticket.message) return answerOf(tx, { ...ticket, ...row });
      const newest = { name, symbol, pfp, ticket: row.ticket };
      const [creation] = await tx
        .insert(creations)
        .values({ tokenId, uid: session.uid, mint, ...newest })
        .onConflictDoUpdate({ target: creations.uid, set: newest })
        .returning();
      if (creation?.tokenId !== tokenId) throw new EarlierIdError();
      return { tokenId, mint, message: row.message, lastValidBlockHeight };
    });
  };
  return prepare().catch((error: unknown) => {
    if (!(error instanceof EarlierIdError)) throw error;
    return prepare();
  });
});

/** Two first preparations at the same moment: the later one starts again with the earlier one's token id, which then stays. */
class EarlierIdError extends Error {
  override readonly name = "EarlierIdError";
}

/** The answer to a preparation: the ticket's message, and the token that it creates. */
const answerOf = async (
  db: Reader,
  { uid, mint, message, lastValidBlockHeight }: Pick<TicketRow, "uid" | "mint" | "message" | "lastValidBlockHeight">,
) => {
  const [creation] = await db.select({ tokenId: creations.tokenId }).from(creations).where(eq(creations.uid, uid));
  if (!creation) throw new ApiError("conflict");
  return { tokenId: creation.tokenId, mint, message, lastValidBlockHeight };
};

/** @throws ApiError `profile_required`, `symbol_unusable`, `invalid_field`, `profile_changed`. */
const checkProfile = (trader: Trader, body: Body): void => {
  const { handle, name } = trader.twitter ?? trader.farcaster ?? { handle: "", name: "" };
  if (!trader.pfp || !(name || handle)) throw new ApiError("profile_required");
  const symbol = deriveSymbol(name, handle);
  if (!symbol) throw new ApiError("symbol_unusable");
  if (body.symbol !== symbol)
    throw new ApiError("invalid_field", { field: "body.symbol", message: `must be ${symbol}, from your display name` });
  const problem = tokenTextProblem(body);
  if (problem) throw new ApiError("invalid_field", { field: `body.${problem.field}`, message: problem.message });
  // Name and picture stay with the Tribe for good, so nobody may use somebody else's.
  if (body.name !== tokenNameOf(trader.displayName)) throw new ApiError("profile_changed", { field: "body.name" });
  if (body.pfpUrl !== trader.pfp) throw new ApiError("profile_changed", { field: "body.pfpUrl" });
};

const checkFirstBuy = (tokens: TokenUnits): void => {
  if (tokens % unitsPerToken !== 0n || tokens > maxBuyTokens * unitsPerToken)
    throw new ApiError("invalid_field", {
      field: "body.amountInLamports",
      message: `must be whole tokens, at most ${maxBuyTokens}`,
    });
};

/** The id of the person's earlier attempt, or a new one. @throws ApiError `tribe_exists`, `ticket_open` */
const tokenIdFor = async (ctx: ReadingContext, uid: Uid, trader: Trader): Promise<TokenId> => {
  const [before] = await ctx.db
    .select({ tokenId: creations.tokenId, state: tickets.state })
    .from(creations)
    .innerJoin(tickets, eq(tickets.ticket, creations.ticket))
    .where(eq(creations.uid, uid));
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

const creationMessage = async (ctx: ReadingContext, trader: Trader, tokenId: TokenId, body: Body) => {
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
