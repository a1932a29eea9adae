import { hasKey, isAddress, walletMinimum } from "@tribe/chain/accounts";
import { buildTransferMessage, nativeMint, type TransferAsset } from "@tribe/chain/messages";
import { rentOfBuy, spendOf, toBase64, transferComputeUnitLimit } from "@tribe/chain/transactions";
import { type Address, ApiError, type Lamports, lamports, routes } from "@tribe/contract";
import { memoProblem } from "@tribe/domain/people";
import { sendProblem } from "@tribe/domain/trading";
import { saga } from "../../../http/implement.ts";
import { readChainFacts, refuseInMaintenance, traderOf } from "../../factory/index.ts";
import { createCallbackTicket, findCallbackAnswer, requestOf } from "../../transactions/index.ts";
import { decimalsOf, readTransferFacts } from "../transfer-reads.ts";

/** Prepares a transfer of SOL or of a Tribe's tokens. It needs no social account, and works while the factory is paused. */
export const prepare = saga(routes.transfers.prepare, async ({ ctx, body, session, commit }) => {
  const { idempotencyKey, recipient, mint = null, amount, memo = null } = body;
  const request = requestOf(body);
  const before = await findCallbackAnswer(ctx.db, { uid: session.uid, idempotencyKey, request });
  if (before) return before;

  const sender = await traderOf(ctx, session.uid, "send");
  await refuseInMaintenance(ctx);
  checkRecipient(recipient, sender.address);
  checkMemo(memo);
  const asset: TransferAsset = mint
    ? { kind: "token", mint, units: amount, decimals: await decimalsOf(ctx.db, mint) }
    : { kind: "sol", lamports: lamports(amount) };
  const [{ recipient: found, held }, facts] = await Promise.all([
    readTransferFacts(ctx.chain, { sender: sender.address, recipient, mint }),
    readChainFacts(ctx.chain, sender.address, [sender.address, recipient]),
  ]);
  if (!found.isWallet) throw new ApiError("recipient_unusable");
  if (held && held.units < amount) throw new ApiError("insufficient_tokens");
  const frame = {
    computeUnitLimit: transferComputeUnitLimit(asset.kind, memo === null ? 0 : new TextEncoder().encode(memo).length),
    microLamportsPerUnit: facts.microLamportsPerUnit,
  };
  const sent: Lamports = asset.kind === "sol" ? asset.lamports : lamports(0n);
  // Without the deposit, if the recipient's account exists already.
  const rentLamports = rentOfBuy(held !== null && !held.isRecipientReady);
  const { total } = spendOf({ ...frame, tradeLamports: sent, rentLamports, signatures: 1 });
  const problem = sendProblem({
    balance: facts.balance,
    total,
    minimum: walletMinimum,
    arriving: asset.kind === "sol" && found.isNew ? sent : null,
  });
  if (problem) throw new ApiError(problem);

  const message = await buildTransferMessage({
    ...frame,
    program: ctx.chain.programAddress,
    wallet: sender.address,
    blockhash: facts.blockhash,
    recipient,
    asset,
    memo,
  });
  return createCallbackTicket(commit, {
    uid: session.uid,
    idempotencyKey,
    kind: "transfer",
    mint: mint ?? nativeMint,
    trader: sender.address,
    request,
    message: toBase64(message),
    lastValidBlockHeight: facts.lastValidBlockHeight,
  });
});

/** @throws ApiError `invalid_field`, `recipient_unusable` for the sender's own address and for one that has no key */
const checkRecipient = (recipient: Address, sender: Address): void => {
  if (!isAddress(recipient))
    throw new ApiError("invalid_field", { field: "body.recipient", message: "Invalid address" });
  if (recipient === sender || !hasKey(recipient)) throw new ApiError("recipient_unusable");
};

const checkMemo = (memo: string | null): void => {
  const message = memo === null ? null : memoProblem(memo);
  if (message !== null) throw new ApiError("invalid_field", { field: "body.memo", message });
};
