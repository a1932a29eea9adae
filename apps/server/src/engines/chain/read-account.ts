import { getBase64Encoder } from "@solana/kit";
import { toChainAddress } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import type { Chain } from "./port.ts";

/** An account's confirmed data; null when it does not exist. @throws when the chain does not answer. */
export const readAccount = async (chain: Pick<Chain, "rpc">, address: Address): Promise<Uint8Array | null> =>
  (await readAccountWithOwner(chain, address))?.data ?? null;

/** The same with the owning program. */
export const readAccountWithOwner = async (
  chain: Pick<Chain, "rpc">,
  address: Address,
): Promise<{ readonly owner: string; readonly data: Uint8Array } | null> => {
  const { value } = await chain.rpc
    .getAccountInfo(toChainAddress(address), { commitment: "confirmed", encoding: "base64" })
    .send();
  return value && { owner: value.owner, data: new Uint8Array(getBase64Encoder().encode(value.data[0])) };
};
