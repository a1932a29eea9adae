import type { Chain } from "../../chain/chain.ts";
import { MAX_BLOCKHASH_AGE } from "../../chain/slot-clock.ts";
import { jsonInteger } from "../../codec/json.ts";
import { base58Of } from "../../codec/keys.ts";
import { describeError } from "../../transaction/errors.ts";
import { feeOf } from "../../transaction/fee.ts";
import { parseTransaction } from "../../transaction/wire.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { invalidParams, RPC_CODE, RpcError } from "../errors.ts";
import { readHash, readKey } from "../params.ts";
import { parseMessage } from "../read-transaction.ts";
import { resolveOrRefuse } from "./simulate.ts";

const MAX_KEYS = 128;

/** Blockhashes, fees and the faucet. */
export function feeMethods(chain: Chain): Record<string, Method> {
  return {
    getLatestBlockhash: (params) => {
      const slot = readSlot(chain, params.between(0, 1).config(0, "struct RpcContextConfig"));
      const blockhash = base58Of(chain.clock.hashAt(slot));
      return withContext(slot, { blockhash, lastValidBlockHeight: slot + MAX_BLOCKHASH_AGE });
    },

    isBlockhashValid: (params) => {
      const blockhash = readHash(params.between(1, 2).string(0));
      const slot = readSlot(chain, params.config(1, "struct RpcContextConfig"));
      return withContext(slot, chain.clock.slotOf(blockhash, slot) !== undefined);
    },

    getFeeForMessage: (params) => {
      const message = parseMessage(params.between(1, 2).string(0));
      const slot = readSlot(chain, params.config(1, "struct RpcContextConfig"));
      resolveOrRefuse(chain, message, slot, "invalid transaction message");
      // A message with an expired blockhash or used nonce has no fee; one that was executed already still has.
      const isOver = chain.ageError(message, slot) === "BlockhashNotFound";
      return withContext(slot, isOver ? null : jsonInteger(feeOf(message).total));
    },

    getRecentPrioritizationFees: (params) => {
      params.between(0, 1);
      const texts = params.has(0) ? params.strings(0) : [];
      if (texts.length > MAX_KEYS) throw invalidParams(`Too many inputs provided; max ${MAX_KEYS}`);
      const keys = texts.map(readKey);
      const first = Math.max(0, chain.slot - MAX_BLOCKHASH_AGE + 1);
      return Array.from({ length: chain.slot - first + 1 }, (_, index) => {
        const slot = first + index;
        return { slot, prioritizationFee: jsonInteger(chain.priorityFees.lowestIn(slot, keys)) };
      });
    },

    requestAirdrop: (params) => {
      const to = params.between(2, 3).key(0);
      const lamports = BigInt(params.u64(1));
      const config = params.config(2, "struct RpcRequestAirdropConfig");
      config.commitment();
      const text = config.string("recentBlockhash");
      const { signature, outcome } =
        text === undefined ? chain.airdrop(to, lamports) : airdropWith(readHash(text), to, lamports);
      const error = outcome.kind === "refused" ? outcome.error : outcome.transaction.error;
      if (error !== null) throw new RpcError(RPC_CODE.internal, `airdrop request failed: ${describeError(error)}`);
      return base58Of(signature);
    },
  };

  /** With the caller's blockhash, equal requests are the same transaction. */
  function airdropWith(blockhash: ReturnType<typeof readHash>, to: ReturnType<typeof readKey>, lamports: bigint) {
    const tx = parseTransaction(chain.faucet.transfer(to, lamports, blockhash, 0));
    return { signature: tx.signature, outcome: chain.process(tx, false) };
  }
}
