import { isSolanaError } from "@solana/kit";
import { toChainAddress } from "@tribe/chain/accounts";
import type { Chain } from "../engines/chain/port.ts";

const timeoutMs = 5_000;

const ways = "Start Tribe, or set TRIBE_DATA_DIR, TRIBE_RPC_PORT or RPC_URL to those of its installation.";

/**
 * Looks, after a command has failed, whether the chain is the reason: nothing answers at its address, or something else does.
 * @returns a sentence for the operator; null when the chain with Tribe's program answers
 */
export const unreachedChain = async ({ rpc, rpcUrl, programAddress }: Chain): Promise<string | null> => {
  // A provider's URL may have a secret in its path.
  const { origin } = new URL(rpcUrl);
  try {
    const { value } = await rpc
      .getAccountInfo(toChainAddress(programAddress), { encoding: "base64", dataSlice: { offset: 0, length: 0 } })
      .send({ abortSignal: AbortSignal.timeout(timeoutMs) });
    return value ? null : `The chain at ${origin} does not have Tribe's program ${programAddress}. ${ways}`;
  } catch (error) {
    // An answer with an HTTP error, or one that is no JSON.
    const isAnswered = isSolanaError(error) || error instanceof SyntaxError;
    return `${isAnswered ? `What answers at ${origin} is no Solana node.` : `Nothing answers at ${origin}.`} ${ways}`;
  }
};
