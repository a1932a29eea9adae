import type { Base64EncodedWireTransaction } from "@solana/kit";
import { tradeKindOfMessage } from "@tribe/chain/clear-signing";
import { explainTransactionError } from "@tribe/chain/events";
import { assembleTransaction, fromBase64, signersOf, toBase64, toSignature } from "@tribe/chain/transactions";
import { type Address, ApiError, type TransactionSignature, tradeState } from "@tribe/contract";
import { apiCodeOf, failureOfReason } from "@tribe/domain/words";
import type { ReadingContext } from "../../context.ts";
import { reading } from "../../engines/chain/reading.ts";
import { isSignedByWallet } from "../../engines/keys/is-signed-by-wallet.ts";
import type { Commit } from "../../http/commit.ts";
import { broadcast } from "./broadcast.ts";
import { accountNotClosed } from "./could-not-close.ts";
import { kindOf } from "./kinds.ts";
import {
  applyTicketEvent,
  lockAndApplyTicketEvent,
  lockTicket,
  type Submission,
  submitWithNonce,
  type TicketRow,
} from "./tickets.ts";

/** Blocks that must remain when the admin signs: with fewer, the transaction may expire before it lands. */
const minRemainingBlocks = 30;
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
export const submitTicket = async (
  ctx: ReadingContext,
  row: TicketRow,
  signature: TransactionSignature,
  commit: Commit,
): Promise<TransactionSignature> => {
  if (row.signature) return row.signature;
  const message = fromBase64(row.message);
  if (!isSignedByWallet(message, signature, row.trader)) throw new ApiError("ticket_signature_invalid");
  if (row.state !== tradeState.initialized) throw refusalBefore(row);
  // Signatures of an airdrop are taken by the airdrop's own call and by no other.
  if (kindOf(row.kind).instruction === "airdrop") throw new ApiError("ticket_unknown");
  const isCoSigned = checkKind(ctx, row, message);
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
const store = async (
  commit: Commit,
  row: TicketRow,
  { signature, signedTransaction }: Submission,
): Promise<TransactionSignature> => {
  const announces = kindOf(row.kind).announce !== undefined;
  if (!announces && (await submitWithNonce(commit, row, { signature, signedTransaction }))) return signature;
  return commit(async (tx) => {
    const locked = await lockTicket(tx, row.ticket);
    if (locked.signature) return locked.signature;
    if (locked.state !== tradeState.initialized) throw refusalBefore(locked);
    await applyTicketEvent(tx, locked, { kind: "submitted", signature }, signedTransaction);
    return signature;
  });
};

/** Why a ticket is withdrawn before the admin signs: the reason that its owner reads later, and the error of this call. */
interface Refusal {
  readonly reason: string;
  readonly retry: boolean;
  readonly error: ApiError;
}

/** A ticket that can never land, so that the page prepares another one. */
const expiredBecause = (detail: string | null): ApiError =>
  new ApiError("ticket_expired", detail === accountNotClosed ? { detail } : {});

/** The error of a ticket that was withdrawn before: the same again, because its caller may not have got it. */
const refusalBefore = ({ errorReason }: TicketRow): ApiError => {
  // Any reason that is not the chain's means that the ticket has expired or was replaced: the page prepares another one.
  if (errorReason === null || /^(api|step)\./.test(errorReason)) return expiredBecause(errorReason);
  return new ApiError(apiCodeOf(failureOfReason(errorReason, false)), { detail: errorReason });
};

/** Withdraws a ticket that has no signature; one that was signed meanwhile stays as it is. */
const withdraw = (commit: Commit, row: TicketRow, { reason, retry }: Refusal): Promise<TicketRow> =>
  commit((tx) => lockAndApplyTicketEvent(tx, row.ticket, { kind: "withdrawn", reason, retry }));

const checkExpiry = async (ctx: ReadingContext, row: TicketRow): Promise<Refusal | null> => {
  const height = await reading(ctx.chain.rpc.getBlockHeight({ commitment: "confirmed" }).send());
  if (row.lastValidBlockHeight - Number(height) >= minRemainingBlocks) return null;
  const error = new ApiError("ticket_expired");
  return { reason: `api.${error.code}`, retry: true, error };
};

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
  // The node is behind and does not know the blockhash yet; the chain will decide.
  if (words.code === "transaction.BlockhashNotFound") return null;
  ctx.log.info({ ticket: row.ticket, error: value.err, logs: value.logs }, "a transaction would fail and is not sent");
  return {
    reason: words.code,
    retry: words.retry === "safe",
    // Only without the closing can it succeed: the page prepares it again, and the person confirms that.
    error:
      words.code === accountNotClosed
        ? expiredBecause(words.code)
        : new ApiError(apiCodeOf(words), { detail: words.code }),
  };
};

/** @returns whether the admin signs beside the trader. @throws Error for a message that is not of the ticket's kind */
const checkKind = (ctx: ReadingContext, row: TicketRow, message: Uint8Array): boolean => {
  const { instruction, coSigner } = kindOf(row.kind);
  const found = tradeKindOfMessage(message, ctx.chain.programAddress);
  if (found !== instruction) throw new Error(`the message of ticket ${row.ticket} is no ${row.kind} but ${found}`);
  const expected = coSigner ? [row.trader, ctx.coSigner.address] : [row.trader];
  if (signersOf(message).join() !== expected.join())
    throw new Error(`the message of ticket ${row.ticket} names other signers than it should`);
  return coSigner !== undefined;
};
