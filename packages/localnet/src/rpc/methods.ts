import type { Chain } from "../chain/chain.ts";
import type { Method } from "./dispatch.ts";
import { accountMethods } from "./methods/accounts.ts";
import { assetMethods } from "./methods/assets.ts";
import { blockMethods } from "./methods/blocks.ts";
import { clusterMethods, type NodeAddresses } from "./methods/cluster.ts";
import { compressionMethods } from "./methods/compression.ts";
import { feeMethods } from "./methods/fees.ts";
import { historyMethods } from "./methods/history.ts";
import { holderMethods } from "./methods/holders.ts";
import { leaderMethods } from "./methods/leaders.ts";
import { sendMethods } from "./methods/send.ts";
import { simulateMethods } from "./methods/simulate.ts";
import { supplyMethods } from "./methods/supply.ts";
import { tokenMethods } from "./methods/tokens.ts";
import { voteMethods } from "./methods/votes.ts";
import { warpMethods } from "./methods/warp.ts";

interface MethodOptions {
  readonly enableWarp: boolean;
  /** Where the chain is served, asked for with each call; nowhere by default. */
  readonly addresses?: () => NodeAddresses;
}

/** Every method that the chain answers over HTTP, by name. */
export function rpcMethods(chain: Chain, options: MethodOptions): Map<string, Method> {
  return new Map(
    Object.entries({
      ...clusterMethods(chain, options.addresses),
      ...leaderMethods(chain),
      ...voteMethods(chain),
      ...accountMethods(chain),
      ...supplyMethods(chain),
      ...tokenMethods(chain),
      ...holderMethods(chain),
      ...assetMethods(chain),
      ...historyMethods(chain),
      ...compressionMethods(chain),
      ...blockMethods(chain),
      ...feeMethods(chain),
      ...simulateMethods(chain),
      ...sendMethods(chain),
      ...(options.enableWarp ? warpMethods(chain) : {}),
    }),
  );
}
