import type { Base64EncodedWireTransaction } from "@solana/kit";
import type { Base64, Ticket } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { inSpan } from "../../context/tracing.ts";

/** If a node takes longer it may have received the transaction all the same; it is sent again anyway. */
const timeoutMs = 4_000;

/**
 * Sends a stored transaction to a node, and waits 4 s at most. Whether it lands is learnt from the chain, never from the answer:
 * an error here may be the network's, the node's or the transaction's.
 */
export const broadcast = async (
  ctx: Pick<AppContext, "chain" | "log">,
  ticket: Ticket,
  signedTransaction: Base64,
): Promise<void> => {
  try {
    await inSpan("send transaction", { kind: "client" }, () =>
      ctx.chain.rpc
        // The same base64 text under kit's brand.
        .sendTransaction(signedTransaction as string as Base64EncodedWireTransaction, {
          encoding: "base64",
          skipPreflight: true,
          maxRetries: 0n,
        })
        .send({ abortSignal: AbortSignal.timeout(timeoutMs) }),
    );
  } catch (error) {
    ctx.log.info({ err: error, ticket }, "a transaction was not taken; it is sent again");
  }
};
