import {
  type Base64EncodedWireTransaction,
  isSolanaError,
  signature as kitSignature,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
} from "@solana/kit";
import type { OperationFrame } from "@tribe/chain/messages";
import { assembleTransaction, toBase64, toSignature } from "@tribe/chain/transactions";
import type { TransactionSignature } from "@tribe/contract";
import type { ChainSigner } from "../keys/port.ts";
import { readMedianPriorityFee } from "./median-priority-fee.ts";
import type { Chain } from "./port.ts";

const timeoutMs = 60_000;
const pollMs = 100;

type Build = (frame: OperationFrame) => Promise<Uint8Array>;

/**
 * Signs, sends and confirms a transaction of one of our own keys. The transaction must be harmless when it lands twice: after
 * a failure it is unknown whether it landed.
 * @param build gets a fresh blockhash and the current median priority fee.
 * @throws Error with the chain's message when it is refused or fails.
 */
export const operate = async (chain: Chain, signer: ChainSigner, build: Build): Promise<TransactionSignature> => {
  const signature = await sendAnew(chain, signer, build);
  await until("the transaction is confirmed", async () => {
    const { value: found } = await chain.rpc.getSignatureStatuses([kitSignature(signature)]).send();
    const [status] = found;
    if (status?.err) throw new Error(`the transaction ${signature} failed: ${textOf(status.err)}`);
    return status?.confirmationStatus === "confirmed" || status?.confirmationStatus === "finalized";
  });
  return signature;
};

/** Sends it with a blockhash with which it was not sent before: the chain executes the same bytes only once. */
const sendAnew = async (chain: Chain, signer: ChainSigner, build: Build): Promise<TransactionSignature> => {
  let used = "";
  for (;;) {
    let blockhash = used;
    await until("there is a new blockhash", async () => {
      ({ blockhash } = (await chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send()).value);
      return blockhash !== used;
    });
    used = blockhash;
    const microLamportsPerUnit = await readMedianPriorityFee(chain, [chain.programAddress]);
    const frame = { program: chain.programAddress, wallet: signer.address, blockhash, microLamportsPerUnit };
    const message = await build(frame);
    const signature = toSignature(await signer.sign(message));
    // kit brands base64 that it encoded itself; ours is the same text.
    const wire = toBase64(assembleTransaction(message, { [signer.address]: signature })) as string;
    try {
      await chain.rpc
        .sendTransaction(wire as Base64EncodedWireTransaction, {
          encoding: "base64",
          preflightCommitment: "confirmed",
        })
        .send();
      return signature;
    } catch (cause) {
      if (!wasSentBefore(cause)) throw new Error(wordsOf(cause), { cause });
    }
  }
};

/** A node reports it for the transaction, or as the reason why its simulation failed. */
const wasSentBefore = (error: unknown): boolean =>
  isSolanaError(error, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED) ||
  (isSolanaError(error) && isSolanaError(error.cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED));

/** Polls until `isDone` returns true. @param what completes "waited until …" @throws Error after a minute */
export const until = async (what: string, isDone: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`The chain does not get on: waited ${timeoutMs / 1000} s until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each));

const wordsOf = (error: unknown): string =>
  isSolanaError(error) ? `${error.message} ${textOf(error.context)}` : String(error);
