import type { Base64EncodedWireTransaction } from "@solana/kit";
import type { Base64, Ticket } from "@tribe/contract";
import type { AppContext } from "../../context.ts";

/** A node that takes longer may have it; it is sent again anyway. */
const timeoutMs = 4_000;

/**
 * Sends a stored transaction, and waits 4 s at most for a node to take it. Whether it lands is found out by watching,
 * never from the answer: an error here may be the network's, the node's or the transaction's own.
 */
export const broadcast = async (
  ctx: Pick<AppContext, "chain" | "log">,
  ticket: Ticket,
  signedTransaction: Base64,
): Promise<void> => {
  try {
    await ctx.chain.rpc
      // The same base64 text under kit's brand.
      .sendTransaction(signedTransaction as string as Base64EncodedWireTransaction, {
        encoding: "base64",
        skipPreflight: true,
        maxRetries: 0n,
      })
      .send({ abortSignal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    ctx.log.info({ err: error, ticket }, "a transaction was not taken; it is sent again");
  }
};
