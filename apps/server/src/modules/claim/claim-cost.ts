import { claimComputeUnitLimit, lightFeeOfClaim } from "@tribe/chain/claim";
import { rentOfBuy, type Spend, spendOf } from "@tribe/chain/transactions";
import { type Lamports, lamports, maxAccountsPerClaim } from "@tribe/contract";

type Parts = Parameters<typeof claimComputeUnitLimit>[0];

/** The most that one claim takes out of the wallet. */
export const claimSpend = (parts: Parts, hasAccount: boolean, microLamportsPerUnit: bigint): Spend =>
  spendOf({
    tradeLamports: lightFeeOfClaim(parts),
    rentLamports: rentOfBuy(!hasAccount),
    signatures: 1,
    computeUnitLimit: claimComputeUnitLimit(parts),
    microLamportsPerUnit,
  });

/** An account as it is reckoned with before anybody asked how it is proven: in a tree that none of the others is in. */
const someInput = (index: number) => ({
  amount: 0n,
  tree: `${index}`,
  queue: `${index}`,
  leafIndex: 0,
  rootIndex: null,
});

/** What claiming so many accounts of a token takes at the most, before anything is prepared: all transactions together. */
export const claimEstimate = (accounts: number, hasAccount: boolean, microLamportsPerUnit: bigint): Lamports => {
  let total = 0n;
  for (let left = accounts; left > 0; left -= maxAccountsPerClaim) {
    const inputs = Array.from({ length: Math.min(left, maxAccountsPerClaim) }, (_, index) => someInput(index));
    const isFirst = left === accounts;
    // kit's addresses are texts; these are nobody's and only counted.
    const parts = [{ inputs, proof: null }] as unknown as Parts;
    total += claimSpend(parts, hasAccount || !isFirst, microLamportsPerUnit).total;
  }
  return lamports(total);
};
