import { randomUUID } from "node:crypto";
import { mintAddress } from "@tribe/chain/accounts";
import { toBase64 } from "@tribe/chain/transactions";
import { type AnswerOf, ApiError, routes } from "@tribe/contract";
import type { Reader } from "../../../db/client.ts";
import { saga } from "../../../http/implement.ts";
import { findToken } from "../../indexer/index.ts";
import { findTicketByKey, sameRequest, storeTicketIn, type TicketRow } from "../../transactions/index.ts";
import { creationMessage, tokenIdFor } from "../creation-message.ts";
import { checkFirstBuy, checkProfile } from "../rules/creation.ts";
import { storeCreation, tokenIdOfCreator } from "../store/creations.ts";
import { traderOf } from "../traders.ts";

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
      const preparation = { tokenId, uid: session.uid, mint, name, symbol, pfp, ticket: row.ticket };
      if ((await storeCreation(tx, preparation)) !== tokenId) throw new EarlierIdError();
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
  const tokenId = await tokenIdOfCreator(db, uid);
  if (tokenId === null) throw new ApiError("conflict");
  return { tokenId, mint, message, lastValidBlockHeight };
};
