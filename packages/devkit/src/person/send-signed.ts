import { type Base64EncodedWireTransaction, createSolanaRpc, signature as kitSignature } from "@solana/kit";
import { assembleTransaction, toBase64 } from "@tribe/chain/transactions";
import type { Address, TransactionSignature } from "@tribe/contract";
import { poll, type RetryOptions } from "./retries.ts";

/** The chain's RPC, and the only signer. */
interface Sender {
  readonly rpcUrl: string;
  readonly wallet: Address;
  readonly retryOptions: RetryOptions;
}

/**
 * Sends a signed message without our server; resolves when it is confirmed. @throws Error when it failed on chain, or of the
 * node
 */
export const sendSigned = async (
  { rpcUrl, wallet, retryOptions }: Sender,
  message: Uint8Array,
  signature: TransactionSignature,
): Promise<void> => {
  const rpc = createSolanaRpc(rpcUrl);
  // The same base64 text under kit's brand.
  const wire = toBase64(
    assembleTransaction(message, { [wallet]: signature }),
  ) as string as Base64EncodedWireTransaction;
  await rpc.sendTransaction(wire, { encoding: "base64", preflightCommitment: "confirmed" }).send();
  await poll(
    "the transaction",
    async () => {
      const { value } = await rpc.getSignatureStatuses([kitSignature(signature)]).send();
      const [status] = value;
      if (status?.err) throw new Error(`The transaction ${signature} failed`);
      return status && status.confirmationStatus !== "processed" ? true : null;
    },
    retryOptions,
  );
};
