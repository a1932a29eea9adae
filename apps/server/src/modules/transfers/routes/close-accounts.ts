import { walletMinimum } from "@tribe/chain/accounts";
import { buildCloseAccountsMessage, nativeMint } from "@tribe/chain/messages";
import { closeAccountsComputeUnitLimit, spendOf, toBase64 } from "@tribe/chain/transactions";
import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { readChainFacts, refuseInMaintenance, traderOf } from "../../factory/index.ts";
import { createCallbackTicket, findCallbackAnswer, requestOf } from "../../transactions/index.ts";
import { readEmptyAccounts } from "../empty-accounts.ts";

/** Prepares the closing of the caller's empty accounts. It works while the factory is paused, because the deposits are theirs. */
export const closeAccounts = saga(routes.transfers.closeAccounts, async ({ ctx, body, session, commit }) => {
  const request = requestOf(body);
  const before = await findCallbackAnswer(ctx.db, { uid: session.uid, idempotencyKey: body.idempotencyKey, request });
  if (before) return before;

  const { address: wallet } = await traderOf(ctx, session.uid, "claim");
  await refuseInMaintenance(ctx);
  const [accounts, facts] = await Promise.all([
    readEmptyAccounts(ctx.chain, wallet),
    readChainFacts(ctx.chain, wallet, [wallet]),
  ]);
  if (accounts.length === 0) throw new ApiError("not_found");
  const frame = {
    computeUnitLimit: closeAccountsComputeUnitLimit(accounts.length),
    microLamportsPerUnit: facts.microLamportsPerUnit,
  };
  const { total } = spendOf({ ...frame, tradeLamports: 0n, rentLamports: 0n, signatures: 1 });
  if (facts.balance < total + walletMinimum) throw new ApiError("insufficient_sol");

  const message = buildCloseAccountsMessage({
    ...frame,
    program: ctx.chain.programAddress,
    wallet,
    blockhash: facts.blockhash,
    accounts,
  });
  return createCallbackTicket(commit, {
    uid: session.uid,
    idempotencyKey: body.idempotencyKey,
    kind: "closeAccounts",
    mint: nativeMint,
    trader: wallet,
    request,
    message: toBase64(message),
    lastValidBlockHeight: facts.lastValidBlockHeight,
  });
});
