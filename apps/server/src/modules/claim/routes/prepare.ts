import { walletMinimum } from "@tribe/chain/accounts";
import { buildClaimMessage, claimComputeUnitLimit } from "@tribe/chain/claim";
import { toBase64 } from "@tribe/chain/transactions";
import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { readChainFacts, refuseInMaintenance, traderOf } from "../../factory/index.ts";
import { createCallbackTicket, findCallbackAnswer, requestOf } from "../../transactions/index.ts";
import { readMints } from "../mint-reads.ts";
import { claimSpend } from "../rules/claim-cost.ts";

/** Prepares a claim. It needs no social account, and works while the factory is paused, because the tokens are the caller's. */
export const prepare = saga(routes.claim.prepare, async ({ ctx, body, session, commit }) => {
  const { idempotencyKey, mintAddress: mint, hashes } = body;
  const request = requestOf(body);
  const before = await findCallbackAnswer(ctx.db, { uid: session.uid, idempotencyKey, request });
  if (before) return before;

  const { address: wallet } = await traderOf(ctx, session.uid, "claim");
  await refuseInMaintenance(ctx);
  const [parts, mints, facts] = await Promise.all([
    ctx.compression.proofOf(wallet, mint, [...new Set(hashes)]),
    readMints(ctx.chain, wallet, [mint]),
    readChainFacts(ctx.chain, wallet, [wallet]),
  ]);
  const mintFacts = mints.get(mint);
  if (!parts || !mintFacts) throw new ApiError("claim_spent");
  const { microLamportsPerUnit, blockhash, lastValidBlockHeight, balance } = facts;
  const { total } = claimSpend(parts, mintFacts.hasAccount, microLamportsPerUnit);
  if (balance < total + walletMinimum) throw new ApiError("insufficient_sol");

  const message = await buildClaimMessage({
    program: ctx.chain.programAddress,
    wallet,
    blockhash,
    computeUnitLimit: claimComputeUnitLimit(parts),
    microLamportsPerUnit,
    mint,
    tokenProgram: mintFacts.program,
    parts,
  });
  return createCallbackTicket(commit, {
    uid: session.uid,
    idempotencyKey,
    kind: "claim",
    mint,
    trader: wallet,
    request,
    message: toBase64(message),
    lastValidBlockHeight,
  });
});
