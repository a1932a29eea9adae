import type { Address } from "@tribe/contract";

/** deBridge's page for swaps between chains, which is set up by its query. */
export const deBridgeUrl = "https://app.debridge.com/deswap";

/** deBridge's numbers for chains: the one to pay from at first, which the person can change there, and Solana. */
const [ethereum, solana] = ["1", "7565164"];
/** deBridge's name for SOL. */
const nativeSol = "11111111111111111111111111111111";

/**
 * The address of a page on which one can swap into SOL for this wallet. It contains no secret and no signature: the person sees
 * and confirms the recipient there.
 * https://docs.debridge.com/dln-details/widget/app
 */
export const bridgePageUrl = (pageUrl: string, address: Address): string => {
  const query = new URLSearchParams({
    inputChain: ethereum,
    outputChain: solana,
    outputCurrency: nativeSol,
    address,
  });
  return `${pageUrl}?${query}`;
};
