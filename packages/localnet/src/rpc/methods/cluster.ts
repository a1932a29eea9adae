import type { Chain } from "../../chain/chain.ts";
import { base58Of, type Key, rawBytes } from "../../codec/keys.ts";
import { API_VERSION, FEATURE_SET, readSlot } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { invalidParams, RPC_CODE, RpcError } from "../errors.ts";

const SAMPLE_SECONDS = 60;
const MAX_SAMPLES = 720;

/** Where a node is reached, as HOST:PORT. */
export interface NodeAddresses {
  readonly rpc: string;
  readonly pubsub: string;
}

/** What is known about the node and its time. */
export function clusterMethods(chain: Chain, addresses?: () => NodeAddresses): Record<string, Method> {
  const constant =
    (value: () => unknown): Method =>
    (params) => {
      params.none();
      return value();
    };
  const slotMethod: Method = (params) => readSlot(chain, params.between(0, 1).config(0, "struct RpcContextConfig"));
  const transactionsTo = (slot: number) => chain.history.inSlot(slot)[1];

  return {
    getHealth: constant(() => "ok"),
    getVersion: constant(() => ({ "solana-core": API_VERSION, "feature-set": FEATURE_SET })),
    getIdentity: constant(() => ({ identity: base58Of(chain.validator.identity) })),
    getGenesisHash: constant(() => base58Of(chain.genesisHash)),
    getFirstAvailableBlock: constant(() => 0),
    minimumLedgerSlot: constant(() => 0),
    getMaxRetransmitSlot: constant(() => chain.slot),
    getMaxShredInsertSlot: constant(() => chain.slot),
    getHighestSnapshotSlot: constant(() => {
      // Nobody can fetch a snapshot from here.
      throw new RpcError(RPC_CODE.noSnapshot, "No snapshot");
    }),
    getClusterNodes: constant(() => [
      {
        pubkey: base58Of(chain.validator.identity),
        ...Object.fromEntries(NO_ADDRESSES.map((name) => [name, null])),
        ...addresses?.(),
        version: API_VERSION,
        featureSet: FEATURE_SET,
        shredVersion: shredVersionOf(chain.genesisHash),
      },
    ]),

    getSlot: slotMethod,
    getBlockHeight: slotMethod,
    getTransactionCount: (params) => transactionsTo(Number(slotMethod(params))),

    getEpochInfo: (params) => {
      const slot = readSlot(chain, params.between(0, 1).config(0, "struct RpcContextConfig"));
      const slotsInEpoch = chain.clock.slotsPerEpoch;
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / slotsInEpoch),
        slotIndex: slot % slotsInEpoch,
        slotsInEpoch,
        transactionCount: transactionsTo(slot),
      };
    },

    getEpochSchedule: constant(() => ({
      slotsPerEpoch: chain.clock.slotsPerEpoch,
      leaderScheduleSlotOffset: chain.clock.slotsPerEpoch,
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    })),

    getRecentPerformanceSamples: (params) => {
      params.between(0, 1);
      const limit = params.has(0) ? params.u64(0, "usize") : MAX_SAMPLES;
      if (limit > MAX_SAMPLES) throw invalidParams(`Invalid limit; max ${MAX_SAMPLES}`);
      return samples(chain, limit);
    },
  };
}

const NO_ADDRESSES = [
  "gossip",
  "tvu",
  "tpu",
  "tpuQuic",
  "tpuForwards",
  "tpuForwardsQuic",
  "tpuVote",
  "serveRepair",
  "rpc",
  "pubsub",
] as const;

/** Two bytes of the genesis hash, folded, as nodes tell clusters apart; never 0. */
function shredVersionOf(genesisHash: Key): number {
  const bytes = rawBytes(genesisHash);
  let folded = 0;
  for (let at = 0; at < bytes.length; at += 2) folded ^= bytes.readUInt16BE(at);
  return Math.min(0xffff, folded + 1);
}

/** Transactions of each whole minute of slots, newest first. */
function samples(chain: Chain, limit: number) {
  const numSlots = Math.max(1, Math.round((SAMPLE_SECONDS * 1000) / chain.clock.slotMs));
  const newest = chain.slot - (chain.slot % numSlots);
  const found: unknown[] = [];
  for (let slot = newest; slot > 0 && found.length < limit; slot -= numSlots) {
    const numTransactions = chain.history.inSlot(slot)[0] - chain.history.inSlot(slot - numSlots)[0];
    found.push({
      slot,
      numTransactions,
      numNonVoteTransactions: numTransactions,
      numSlots,
      samplePeriodSecs: SAMPLE_SECONDS,
    });
  }
  return found;
}
