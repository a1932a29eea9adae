import type { Address } from "@tribe/contract";

/** deBridge's page for swaps between chains, which takes a link's wishes in its query. */
export const deBridgeUrl = "https://app.debridge.com/deswap";

/** deBridge's numbers of the chains: what is paid from at first, which the person changes there, and Solana. */
const [ethereum, solana] = ["1", "7565164"];
/** How deBridge names SOL itself. */
const nativeSol = "11111111111111111111111111111111";

/**
 * The address of a bridge's page that swaps into SOL for one wallet. Nothing in it is secret and nothing is signed: the
 * person sees and confirms the recipient there.
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
