import { address as kitAddress, type Signature } from "@solana/kit";
import type { Address } from "@tribe/contract";
import type { Chain } from "../../../engines/chain/port.ts";

/** Signatures per page of history: the RPC's limit. */
const pageSize = 1_000;

/** Signatures of transactions that name an address, after a known one, oldest first, including failed ones. */
export const signaturesSince = async (
  chain: Pick<Chain, "rpc">,
  of: Address,
  until: string | null,
): Promise<string[]> => {
  const found: string[] = [];
  for (let before: Signature | undefined; ; ) {
    const page = await chain.rpc
      .getSignaturesForAddress(kitAddress(of), {
        commitment: "confirmed",
        limit: pageSize,
        ...(before ? { before } : {}),
        ...(until ? { until: until as Signature } : {}),
      })
      .send();
    found.push(...page.map((entry) => entry.signature));
    before = page.at(-1)?.signature;
    if (page.length < pageSize) return found.reverse();
  }
};
