import { toChainAddress } from "@tribe/chain/accounts";
import { claimComputeUnitLimit, lightFeeOfClaim } from "@tribe/chain/claim";
import { rentOfBuy, type Spend, spendOf } from "@tribe/chain/transactions";
import { type Lamports, lamports } from "@tribe/contract";
import { groupForClaims } from "@tribe/domain/airdrop";
import type { CompressedTokenAccount } from "../../../engines/compression/port.ts";

type ClaimParts = Parameters<typeof claimComputeUnitLimit>[0];

/** The most that one claim costs the wallet. */
export const claimSpend = (parts: ClaimParts, hasAccount: boolean, microLamportsPerUnit: bigint): Spend =>
  spendOf({
    tradeLamports: lightFeeOfClaim(parts),
    rentLamports: rentOfBuy(!hasAccount),
    signatures: 1,
    computeUnitLimit: claimComputeUnitLimit(parts),
    microLamportsPerUnit,
  });

/** The most that claiming these accounts of a token costs, before anything is prepared: all transactions together. */
export const claimEstimate = (
  accounts: readonly Pick<CompressedTokenAccount, "amount" | "tree">[],
  hasAccount: boolean,
  microLamportsPerUnit: bigint,
): Lamports =>
  lamports(
    groupForClaims(accounts).reduce((sum, some, index) => {
      const inputs = some.map(({ amount, tree }) => {
        const address = toChainAddress(tree);
        return { amount, tree: address, queue: address, leafIndex: 0, rootIndex: null };
      });
      const parts = [{ inputs, proof: null }];
      return sum + claimSpend(parts, hasAccount || index > 0, microLamportsPerUnit).total;
    }, 0n),
  );
