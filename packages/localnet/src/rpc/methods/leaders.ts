import type { Chain } from "../../chain/chain.ts";
import { base58Of } from "../../codec/keys.ts";
import { LazyList } from "../../codec/lazy-list.ts";
import { readSlot, withContext } from "../context.ts";
import type { Method } from "../dispatch.ts";
import { blockNotAvailable, invalidParams } from "../errors.ts";
import { Config, type Params, readKey } from "../params.ts";
import { readUnsigned } from "../rust-values.ts";

const MAX_SLOT_LEADERS = 5000;
// How far back a node knows which slots had blocks.
const SLOT_HISTORY = 1024 * 1024;
// Lamports; as on a chain with every feature active.
const STAKE_MINIMUM = 1_000_000_000;

/** Leaders and inflation, as they are with one node that leads every slot, and no rewards. */
export function leaderMethods(chain: Chain): Record<string, Method> {
  const identity = base58Of(chain.validator.identity);
  const slotsPerEpoch = chain.clock.slotsPerEpoch;
  const epochOf = (slot: number) => Math.floor(slot / slotsPerEpoch);
  // The schedule of the next epoch is known, of later ones not.
  const isScheduled = (epoch: number) => epoch <= epochOf(chain.slot) + 1;

  return {
    getSlotLeader: (params) => {
      readSlot(chain, params.between(0, 1).config(0, "struct RpcContextConfig"));
      return identity;
    },

    getSlotLeaders: (params) => {
      const first = params.exactly(2).u64(0);
      const limit = params.u64(1);
      if (limit > MAX_SLOT_LEADERS) throw invalidParams(`Invalid limit; max ${MAX_SLOT_LEADERS}`);
      const last = limit === 0 ? first : first + limit - 1;
      for (const epoch of limit === 0 ? [] : [epochOf(first), epochOf(last)]) {
        const words = `Invalid slot range: leader schedule for epoch ${epoch} is unavailable`;
        if (!isScheduled(epoch)) throw invalidParams(words);
      }
      return Array.from({ length: limit }, () => identity);
    },

    getLeaderSchedule: (params) => {
      const { slot, config } = readSchedule(params.between(0, 2));
      const only = config.key("identity");
      const commitment = config.commitment();
      if (!isScheduled(epochOf(slot ?? chain.slotAt(commitment)))) return null;
      if (only !== undefined && only !== chain.validator.identity) return {};
      return { [identity]: new LazyList(indexes(slotsPerEpoch)) };
    },

    getBlockProduction: (params) => {
      const config = params.between(0, 1).config(0, "struct RpcBlockProductionConfig");
      const only = config.key("identity");
      const newest = readSlot(chain, config);
      const range = config.nested("range", "struct RpcBlockProductionConfigRange");
      const firstSlot = range === undefined ? epochOf(newest) * slotsPerEpoch : required(range, "firstSlot");
      const lastSlot = range?.u64("lastSlot") ?? newest;
      if (lastSlot < firstSlot) {
        throw invalidParams(`lastSlot, ${lastSlot}, cannot be less than firstSlot, ${firstSlot}`);
      }
      const oldest = Math.max(0, newest - SLOT_HISTORY + 1);
      if (firstSlot < oldest) throw invalidParams(`firstSlot, ${firstSlot}, is too small; min ${oldest}`);
      if (lastSlot > newest) throw invalidParams(`lastSlot, ${lastSlot}, is too large; max ${newest}`);
      const slots = lastSlot - firstSlot + 1;
      const byIdentity = only === undefined || only === chain.validator.identity ? { [identity]: [slots, slots] } : {};
      return withContext(newest, { byIdentity, range: { firstSlot, lastSlot } });
    },

    getStakeMinimumDelegation: (params) =>
      withContext(readSlot(chain, params.between(0, 1).config(0, "struct RpcContextConfig")), STAKE_MINIMUM),

    getInflationGovernor: (params) => {
      params.between(0, 1).commitment(0);
      return { initial: 0, terminal: 0, taper: 0, foundation: 0, foundationTerm: 0 };
    },

    getInflationRate: (params) => {
      params.none();
      return { total: 0, validator: 0, foundation: 0, epoch: epochOf(chain.slotAt("finalized")) };
    },

    getInflationReward: (params) => {
      const addresses = params.between(1, 2).strings(0).map(readKey);
      const config = params.config(1, "struct RpcEpochConfig");
      const newest = readSlot(chain, config);
      const epoch = config.u64("epoch") ?? Math.max(0, epochOf(newest) - 1);
      const paidIn = (epoch + 1) * slotsPerEpoch;
      if (paidIn > newest) throw blockNotAvailable(paidIn);
      return addresses.map(() => null);
    },
  };
}

function* indexes(count: number): Generator<number> {
  for (let index = 0; index < count; index++) yield index;
}

/** The first parameter is a slot of the epoch or the configuration, which may also come second. */
function readSchedule(params: Params): { readonly slot: number | undefined; readonly config: Config } {
  const first = params.eitherOf(0, "RpcLeaderScheduleConfigWrapper", (value, read) =>
    value === undefined || typeof value === "number"
      ? { slot: value === undefined ? undefined : readUnsigned(value, "u64"), config: new Config({}) }
      : { slot: undefined, config: read() },
  );
  return params.has(1) ? { ...first, config: params.config(1, "struct RpcLeaderScheduleConfig") } : first;
}

function required(config: Config, name: string): number {
  const value = config.u64(name);
  if (value === undefined) throw invalidParams(`Invalid params: missing field \`${name}\`.`);
  return value;
}
