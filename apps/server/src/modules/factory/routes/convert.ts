import { migrationAddresses } from "@tribe/chain/accounts";
import { buildConvertMessage } from "@tribe/chain/messages";
import { lifecycleComputeUnitLimit, rentOfBuy, solRequired, spendOf, toBase64 } from "@tribe/chain/transactions";
import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { findToken } from "../../indexer/index.ts";
import { couldNotClose, createCallbackTicket, findCallbackAnswer, requestOf } from "../../transactions/index.ts";
import { readChainFacts, readMigratedFacts } from "../chain-reads.ts";
import { refuseInMaintenance, traderOf } from "../traders.ts";

/** Prepares the conversion of old tokens to new ones. It works while the factory is paused and needs no social account. */
export const convert = saga(routes.factory.convert, async ({ ctx, body, session, commit }) => {
  const { idempotencyKey, mint, tokenAmountInLamports: tokens } = body;
  const request = requestOf(body);
  const before = await findCallbackAnswer(ctx.db, { uid: session.uid, idempotencyKey, request });
  if (before) return before;

  const trader = await traderOf(ctx, session.uid, "sell");
  await refuseInMaintenance(ctx);
  const indexed = await findToken(ctx.db, mint);
  if (!indexed) throw new ApiError("not_found");
  const { tokenId } = indexed;
  const program = ctx.chain.programAddress;
  const { hasNewAccount, holding, isClosable } = await readMigratedFacts(ctx.chain, tokenId, mint, trader.address);
  if (tokens > holding) throw new ApiError("insufficient_tokens");
  const { conversionVault } = await migrationAddresses(tokenId, program);
  const facts = await readChainFacts(ctx.chain, trader.address, [trader.address, mint, conversionVault]);
  const makesTokenAccount = !hasNewAccount;
  const closesAccount = tokens === holding && isClosable && !(await couldNotClose(ctx.db, { uid: session.uid, mint }));
  const frame = {
    computeUnitLimit: lifecycleComputeUnitLimit("convert", makesTokenAccount, closesAccount),
    microLamportsPerUnit: facts.microLamportsPerUnit,
  };
  const spend = spendOf({ ...frame, tradeLamports: 0n, rentLamports: rentOfBuy(makesTokenAccount), signatures: 1 });
  if (facts.balance < solRequired(spend)) throw new ApiError("insufficient_sol");
  const message = await buildConvertMessage({
    ...frame,
    program,
    wallet: trader.address,
    blockhash: facts.blockhash,
    tokenId,
    tokens,
    makesTokenAccount,
    closesAccount,
  });
  return createCallbackTicket(commit, {
    uid: session.uid,
    idempotencyKey,
    kind: "convert",
    mint,
    trader: trader.address,
    request,
    message: toBase64(message),
    lastValidBlockHeight: facts.lastValidBlockHeight,
  });
});
