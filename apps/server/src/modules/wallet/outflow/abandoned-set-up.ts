import { toChainAddress } from "@tribe/chain/accounts";
import { onceAddress } from "@tribe/chain/airdrop";
import type { Address } from "@tribe/contract";
import type { ReadingContext } from "../../../context/context.ts";

/** `init` of `programs/once` takes a slot at most 150 old; a transaction's blockhash is over about as soon. Twice that is certain. */
const slotsUntilOver = 300n;

/**
 * Whether the account of an airdrop's batches has never been set up in this slot, and can't be any more, by every node. False while
 * one does not answer. An account that was closed has transactions, too.
 */
export const canNeverLand = async (
  { walletNodes, log }: Pick<ReadingContext, "walletNodes" | "log">,
  { wallet, slot, list }: { readonly wallet: Address; readonly slot: number; readonly list: string },
): Promise<boolean> => {
  try {
    const seeds = { slot: BigInt(slot), list: new Uint8Array(Buffer.from(list, "hex")) };
    const address = toChainAddress(await onceAddress(wallet, seeds));
    const looks = walletNodes.map(async ({ rpc }) => {
      const [now, before] = await Promise.all([
        rpc.getSlot({ commitment: "finalized" }).send(),
        rpc.getSignaturesForAddress(address, { limit: 1, commitment: "confirmed" }).send(),
      ]);
      return now > BigInt(slot) + slotsUntilOver && before.length === 0;
    });
    return looks.length > 0 && (await Promise.all(looks)).every(Boolean);
  } catch (error) {
    log.warn({ err: error }, "an airdrop's earlier account could not be looked up");
    return false;
  }
};
