import { assembleTransaction, fromBase64, toBase64 } from "@tribe/chain/transactions";
import { type Address, ApiError, type Base64, routes, type TransactionSignature } from "@tribe/contract";
import { reading } from "../../../engines/chain/reading.ts";
import { isSignedByWallet } from "../../../engines/keys/is-signed-by-wallet.ts";
import { saga } from "../../../http/implement.ts";
import { broadcast, holdSigned, submitSigned } from "../../transactions/index.ts";
import { openSteps, storeSigned } from "../store/signed.ts";

/** Blocks that must remain: with fewer, the transaction may expire, and is prepared anew instead. */
const minRemainingBlocks = 10;

/**
 * Takes signatures of an airdrop's transactions: stores the signed transactions, and only then sends them. The same signature
 * twice is one transaction. What has expired is reported, and prepared again by the next `send`.
 */
export const submit = saga(routes.airdrop.submit, async ({ ctx, body, session, commit }) => {
  const signed = "batches" in body ? body.batches : [body];
  const found = await openSteps(
    ctx.db,
    session.uid,
    signed.map(({ taskBatchId }) => taskBatchId),
  );
  const height = Number(await reading(ctx.chain.rpc.getBlockHeight({ commitment: "confirmed" }).send()));
  const steps = await Promise.all(
    signed.map(async ({ taskBatchId, message, signature }) => {
      const row = found.get(taskBatchId);
      if (!row) throw new ApiError("not_found");
      const isSame = row.message === message;
      // A message that was prepared anew meanwhile counts as expired.
      if (!isSame) return { taskBatchId, ticket: null };
      if (!isSignedByWallet(fromBase64(message), signature, row.trader)) throw new ApiError("ticket_signature_invalid");
      const isLate = row.lastValidBlockHeight - height < minRemainingBlocks;
      if (isLate && row.signature === null) return { taskBatchId, ticket: null };
      return {
        taskBatchId,
        kind: row.kind,
        ticket: row.ticket,
        signature,
        signedTransaction: wireOf(message, row.trader, signature),
      };
    }),
  );
  const kept = steps.filter((step) => step.ticket !== null);
  const of = (kind: (typeof kept)[number]["kind"]) => kept.filter((step) => step.kind === kind);
  const [payments, cancels, closings] = [of("payment"), of("cancel"), of("close")];
  const stored = await commit(async (tx) => {
    for (const closing of closings) await holdSigned(tx, closing);
    const begun = new Set([...(await storeSigned(tx, payments)), ...closings.map(({ ticket }) => ticket)]);
    for (const ticket of await submitSigned(tx, cancels)) begun.add(ticket);
    return begun;
  });
  const sent = [...payments, ...cancels].filter(({ ticket }) => stored.has(ticket));
  await Promise.all(sent.map(({ ticket, signedTransaction }) => broadcast(ctx, ticket, signedTransaction)));
  return {
    expired: steps.filter(({ ticket }) => ticket === null || !stored.has(ticket)).map(({ taskBatchId }) => taskBatchId),
  };
});

const wireOf = (message: Base64, trader: Address, signature: TransactionSignature): Base64 =>
  toBase64(assembleTransaction(fromBase64(message), { [trader]: signature }));
