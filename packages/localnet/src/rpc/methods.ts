import type { Chain } from "../chain/chain.ts";
import type { Method } from "./dispatch.ts";
import { accountMethods } from "./methods/accounts.ts";
import { clusterMethods } from "./methods/cluster.ts";
import { historyMethods } from "./methods/history.ts";
import { sendMethods } from "./methods/send.ts";
import { listTokenAccounts, tokenMethods } from "./methods/tokens.ts";
import { warpMethods } from "./methods/warp.ts";

/** Every method that the chain answers over HTTP, by name. */
export function rpcMethods(chain: Chain, options: { readonly enableWarp: boolean }): Map<string, Method> {
  return new Map(
    Object.entries({
      ...clusterMethods(chain),
      ...accountMethods(chain),
      ...tokenMethods(chain),
      ...historyMethods(chain),
      ...sendMethods(chain),
      getTokenAccounts: (params) => listTokenAccounts(chain, params.config(0)),
      ...(options.enableWarp ? warpMethods(chain) : {}),
    } satisfies Record<string, Method>),
  );
}
