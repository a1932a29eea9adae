import type { Base64EncodedWireTransaction } from "@solana/kit";
import { explainTransactionError } from "@tribe/chain/events";
import { assembleTransaction, fromBase64, signersOf, toBase64, toSignature } from "@tribe/chain/transactions";
import { type Address, ApiError, type TransactionSignature, tradeState } from "@tribe/contract";
import type { ReadingContext } from "../../context/context.ts";
import { inSpan } from "../../context/tracing.ts";
import { reading } from "../../engines/chain/reading.ts";
import { isSignedByWallet } from "../../engines/keys/is-signed-by-wallet.ts";
import type { Commit } from "../../http/commit.ts";
import { broadcast } from "./broadcast.ts";
import { checkMessage } from "./rules/check-message.ts";
import { kindOf } from "./rules/kinds.ts";
import { expiryRefusal, type Refusal, refusedBefore, simulationRefusal } from "./rules/refusals.ts";
import type { TicketRow } from "./schema.ts";
import { lockAndChangeTicket, type Submission, storeSubmission } from "./store/change-tickets.ts";
import { lockTicket } from "./store/tickets.ts";

/** A placeholder for signatures in a simulation, which checks none. */
const noSignature = toSignature(new Uint8Array(64));

/**
 * Takes the trader's signature for a ticket. The co-signer of its kind, if any, signs exactly the stored bytes; the signed
 * transaction is stored, and only then sent. Submitting the same ticket twice, even at the same moment, makes one transaction and
 * gives one answer.
 * @throws ApiError `ticket_signature_invalid`, `ticket_expired`, `slippage_exceeded`, `insufficient_sol`,
 * `trade_submission_failed`, `unavailable`, `ticket_unknown`. After any but the first and the last the ticket can never land: the
 * co-signer has not signed it and never will.
 * @throws Error when the stored message is not of the ticket's kind: a changed row alone must not make our key sign
 */
export const submitTicket = (
  ctx: ReadingContext,
  row: TicketRow,
  signature: TransactionSignature,
  commit: Commit,
): Promise<TransactionSignature> => {
  const attributes = { "tribe.transaction": row.kind };
  return inSpan("submit transaction", { attributes, parent: row.trace }, () => submit(ctx, row, signature, commit));
};

const submit = async (
  ctx: ReadingContext,
  row: TicketRow,
  signature: TransactionSignature,
  commit: Commit,
): Promise<TransactionSignature> => {
  if (row.signature) return row.signature;
  const message = fromBase64(row.message);
  if (!isSignedByWallet(message, signature, row.trader)) throw new ApiError("ticket_signature_invalid");
  if (row.state !== tradeState.initialized) throw refusedBefore(row);
  // Signatures of an airdrop are taken by the airdrop's own call and by no other.
  if (kindOf(row.kind).instruction === "airdrop") throw new ApiError("ticket_unknown");
  const isCoSigned = checkMessage(row, message, {
    program: ctx.chain.programAddress,
    admin: ctx.coSigner.address,
  });
  const [late, failing] = await Promise.all([checkExpiry(ctx, row), simulate(ctx, row, message, signature)]);
  const refusal = late ?? failing;
  if (refusal) {
    const now = await withdraw(commit, row, refusal);
    // The same ticket was submitted at the same moment by a faster call, which is why the simulation failed.
    if (now.signature) return now.signature;
    throw refusal.error;
  }

  const signatures: Record<Address, TransactionSignature> = { [row.trader]: signature };
  if (isCoSigned)
    signatures[ctx.coSigner.address] = await ctx.coSigner.coSign({ message, trader: row.trader, signature });
  const signedTransaction = toBase64(assembleTransaction(message, signatures));
  const stored = await store(commit, row, { signature, signedTransaction });
  if (stored === signature) await broadcast(ctx, row.ticket, signedTransaction);
  return stored;
};

/** @returns the signature that is stored: another one when the ticket was submitted with it at the same moment */
const store = async (commit: Commit, row: TicketRow, submission: Submission): Promise<TransactionSignature> => {
  if (await storeSubmission(commit, row, submission)) return submission.signature;
  const now = await commit((tx) => lockTicket(tx, row.ticket));
  if (now.signature) return now.signature;
  throw refusedBefore(now);
};

/** Withdraws a ticket that has no signature; one that was signed meanwhile stays as it is. */
const withdraw = (commit: Commit, row: TicketRow, { reason, retry }: Refusal): Promise<TicketRow> =>
  commit((tx) => lockAndChangeTicket(tx, row.ticket, { kind: "withdrawn", reason, retry }));

const checkExpiry = async (ctx: ReadingContext, row: TicketRow): Promise<Refusal | null> =>
  expiryRefusal(row, await reading(ctx.chain.rpc.getBlockHeight({ commitment: "confirmed" }).send()));

/**
 * Simulates before anybody but the trader has signed: a transaction that would fail then costs no fee and leaves no ticket open.
 */
const simulate = async (
  ctx: ReadingContext,
  row: TicketRow,
  message: Uint8Array,
  signature: TransactionSignature,
): Promise<Refusal | null> => {
  const signatures: Record<Address, TransactionSignature> = {};
  for (const signer of signersOf(message)) signatures[signer] = signer === row.trader ? signature : noSignature;
  const wire = toBase64(assembleTransaction(message, signatures));
  const { value } = await reading(
    ctx.chain.rpc
      // The same base64 text under kit's brand.
      .simulateTransaction(wire as string as Base64EncodedWireTransaction, {
        commitment: "confirmed",
        encoding: "base64",
        sigVerify: false,
      })
      .send(),
  );
  if (value.err === null) return null;
  const { words } = explainTransactionError({
    error: value.err,
    logs: value.logs,
    transaction: wire,
    program: ctx.chain.programAddress,
  });
  const refusal = simulationRefusal(words);
  if (refusal)
    ctx.log.info(
      { ticket: row.ticket, error: value.err, logs: value.logs },
      "a transaction would fail and is not sent",
    );
  return refusal;
};
