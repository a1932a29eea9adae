import type { Chain } from "../../chain/chain.ts";
import { MAX_BLOCKHASH_AGE } from "../../chain/slot-clock.ts";
import { base58Of } from "../../codec/keys.ts";
import { API_VERSION, readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";

const FEATURE_SET = 3_604_001_754;

/** What is known about the node and its time. */
export function clusterMethods(chain: Chain): Record<string, Method> {
  return {
    getHealth: () => "ok",
    getVersion: () => ({ "solana-core": API_VERSION, "feature-set": FEATURE_SET }),
    getIdentity: () => ({ identity: base58Of(chain.faucet.key) }),
    getGenesisHash: () => base58Of(chain.genesisHash),
    getSlot: (params) => readSlot(chain, params.atMost(1).config(0)),
    getBlockHeight: (params) => readSlot(chain, params.atMost(1).config(0)),
    getFirstAvailableBlock: () => 0,
    minimumLedgerSlot: () => 0,
    getTransactionCount: (params) => {
      const slot = readSlot(chain, params.atMost(1).config(0));
      return chain.history.inSlot(slot)[1];
    },

    getEpochInfo: (params) => {
      const slot = readSlot(chain, params.atMost(1).config(0));
      const slotsInEpoch = chain.clock.slotsPerEpoch;
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / slotsInEpoch),
        slotIndex: slot % slotsInEpoch,
        slotsInEpoch,
        transactionCount: chain.history.inSlot(slot)[1],
      };
    },

    getEpochSchedule: () => ({
      slotsPerEpoch: chain.clock.slotsPerEpoch,
      leaderScheduleSlotOffset: chain.clock.slotsPerEpoch,
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    }),

    getLatestBlockhash: (params) => {
      const slot = readSlot(chain, params.atMost(1).config(0));
      const blockhash = base58Of(chain.clock.hashAt(slot));
      return withContext(slot, { blockhash, lastValidBlockHeight: slot + MAX_BLOCKHASH_AGE });
    },

    isBlockhashValid: (params) => {
      const blockhash = params.atMost(2).key(0);
      const slot = readSlot(chain, params.config(1));
      const made = chain.clock.slotOf(blockhash);
      return withContext(slot, made !== undefined && made <= slot);
    },
  };
}
