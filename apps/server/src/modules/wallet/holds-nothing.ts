import { toChainAddress, tokenProgramAddress } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import type { Chain } from "../../engines/chain/port.ts";

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
