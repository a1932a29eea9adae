import { toChainAddress } from "@tribe/chain/accounts";
import { onceAddress } from "@tribe/chain/airdrop";
import type { Address } from "@tribe/contract";
import type { ReadingContext } from "../../../context.ts";

/** `init` of `programs/once` takes a slot at most 150 old; a transaction's blockhash is over about as soon. Twice that is certain. */
const slotsUntilOver = 300n;

/**
 * Whether the account of an airdrop's batches has never been set up in this slot, and can't be any more. False while the chain does
 * not answer. An account that was closed has transactions, too.
 */
export const canNeverLand = async (
  { chain, log }: Pick<ReadingContext, "chain" | "log">,
  { wallet, slot, list }: { readonly wallet: Address; readonly slot: number; readonly list: string },
): Promise<boolean> => {
  try {
    const seeds = { slot: BigInt(slot), list: new Uint8Array(Buffer.from(list, "hex")) };
    const address = toChainAddress(await onceAddress(wallet, seeds));
    const [now, before] = await Promise.all([
      chain.rpc.getSlot({ commitment: "finalized" }).send(),
      chain.rpc.getSignaturesForAddress(address, { limit: 1, commitment: "confirmed" }).send(),
    ]);
    return now > BigInt(slot) + slotsUntilOver && before.length === 0;
  } catch (error) {
    log.warn({ error }, "an airdrop's earlier account could not be looked up");
    return false;
  }
};
