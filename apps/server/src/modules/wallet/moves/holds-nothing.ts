import { toChainAddress, tokenProgramAddress } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import type { Chain } from "../../../engines/chain/port.ts";
import type { WalletRecord } from "../record.ts";

/** Whether there is nothing that could be taken: neither in the wallet nor, while a move is under way, in the one of before. */
export const isEmpty = async (chain: Pick<Chain, "rpc">, { address, move }: WalletRecord): Promise<boolean> => {
  const owned = move && !move.isFinished ? [address, move.from] : [address];
  return (await Promise.all(owned.map((each) => holdsNothing(chain, each)))).every(Boolean);
};

/** Whether a wallet has neither SOL nor an account for a token. Where the chain doesn't say so, it is taken for one that has. */
export const holdsNothing = async ({ rpc }: Pick<Chain, "rpc">, address: Address): Promise<boolean> => {
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
