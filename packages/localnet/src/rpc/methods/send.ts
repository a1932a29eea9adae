import type { Chain } from "../../chain/chain.ts";
import { base58Of } from "../../codec/keys.ts";
import { readSlot } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { readTransaction, readTransactionEncodingWord } from "../read-transaction.ts";
import { preflight, resolveOrRefuse } from "./simulate.ts";

/** `sendTransaction`. */
export function sendMethods(chain: Chain): Record<string, Method> {
  return {
    sendTransaction: (params) => {
      const config = params.between(1, 2).config(1, "struct RpcSendTransactionConfig");
      const skipPreflight = config.boolean("skipPreflight");
      const commitment = config.level("preflightCommitment") ?? "finalized";
      // A transaction is executed at once and never resent, so the number has no effect.
      config.u64("maxRetries", "usize");
      const tx = readTransaction(params.string(0), readTransactionEncodingWord(config));
      if (skipPreflight) resolveOrRefuse(chain, tx, readSlot(chain, config, "processed"));
      else preflight(chain, tx, config, commitment);
      // With preflight the signatures have just been verified; without it a node drops transactions that it cannot process.
      chain.process(tx, skipPreflight);
      return base58Of(tx.signature);
    },
  };
}
