import { toChainAddress, tokenProgramAddress } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import type { Chain } from "../../../engines/chain/port.ts";
import type { WalletRecord } from "../record.ts";

/** Whether there is nothing that could be stolen: neither in the wallet nor, during a move, in the former one. */
export const isEmpty = async (chain: Pick<Chain, "rpc">, { address, move }: WalletRecord): Promise<boolean> => {
  const owned = move && !move.isFinished ? [address, move.from] : [address];
  return (await Promise.all(owned.map((each) => isWalletEmpty(chain, each)))).every(Boolean);
};

/** Whether a wallet has neither SOL nor a token account. If the chain does not answer, it counts as not empty. */
export const isWalletEmpty = async ({ rpc }: Pick<Chain, "rpc">, address: Address): Promise<boolean> => {
  const owner = toChainAddress(address);
  try {
    const [balance, ...accounts] = await Promise.all([
      rpc.getBalance(owner, { commitment: "confirmed" }).send(),
      ...(["token", "token2022"] as const).map((program) =>
        rpc
          .getTokenAccountsByOwner(
            owner,
            { programId: tokenProgramAddress(program) },
            { commitment: "confirmed", encoding: "base64" },
          )
          .send(),
      ),
    ]);
    return balance.value === 0n && accounts.every(({ value }) => value.length === 0);
  } catch {
    return false;
  }
};
