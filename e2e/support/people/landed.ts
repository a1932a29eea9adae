import { address, createSolanaRpc } from "@solana/kit";
import type { Address } from "@tribe/contract";
import type { Tribe } from "../product/tribe.ts";

/** The number of successful transactions with this address on chain, at most a thousand. */
export const landedOf = async (tribe: Tribe, of: Address): Promise<number> => {
  const rpc = createSolanaRpc(tribe.config().rpcUrl);
  const entries = await rpc.getSignaturesForAddress(address(of), { commitment: "confirmed", limit: 1_000 }).send();
  return entries.filter(({ err }) => err === null).length;
};
