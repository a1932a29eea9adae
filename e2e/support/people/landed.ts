import { address, createSolanaRpc } from "@solana/kit";
import type { Address } from "@tribe/contract";
import type { Tribe } from "../product/tribe.ts";

/** How many transactions that name an address have succeeded on chain; at most a thousand are counted. */
export const landedOf = async (tribe: Tribe, of: Address): Promise<number> => {
  const rpc = createSolanaRpc(tribe.config().rpcUrl);
  const entries = await rpc.getSignaturesForAddress(address(of), { commitment: "confirmed", limit: 1_000 }).send();
  return entries.filter(({ err }) => err === null).length;
};
