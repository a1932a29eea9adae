import { getBase64Encoder } from "@solana/kit";
import {
  fromChainAddress,
  isClosable,
  type TokenProgram,
  toChainAddress,
  tokenProgramAddress,
} from "@tribe/chain/accounts";
import { type ClosedAccount, maxAccountsClosed } from "@tribe/chain/messages";
import { type Address, type Lamports, lamports } from "@tribe/contract";
import type { Chain } from "../../engines/chain/port.ts";
import { reading } from "../../engines/chain/reading.ts";

/** A token account without tokens that its owner can close, with the lamports that this returns. */
export interface EmptyAccount extends ClosedAccount {
  readonly lamports: Lamports;
}

const programs: readonly TokenProgram[] = ["token2022", "token"];

/**
 * A wallet's empty token accounts of both programs, as many as one transaction closes, those with the largest deposits first.
 * Nothing is read of their tokens: that they are empty is enough. @throws ApiError `unavailable`
 */
export const readEmptyAccounts = async (chain: Chain, wallet: Address): Promise<readonly EmptyAccount[]> => {
  const found = await Promise.all(programs.map((program) => emptyOf(chain, wallet, program)));
  return found
    .flat()
    .sort((a, b) => Number(b.lamports - a.lamports) || (a.account < b.account ? -1 : 1))
    .slice(0, maxAccountsClosed);
};

const emptyOf = async (chain: Chain, wallet: Address, program: TokenProgram): Promise<EmptyAccount[]> => {
  const { value } = await reading(
    chain.rpc
      .getTokenAccountsByOwner(
        toChainAddress(wallet),
        { programId: tokenProgramAddress(program) },
        { commitment: "confirmed", encoding: "base64" },
      )
      .send(),
  );
  return value.flatMap(({ pubkey, account }) =>
    isClosable(new Uint8Array(getBase64Encoder().encode(account.data[0])), wallet, 0n)
      ? [{ account: fromChainAddress(pubkey), program, lamports: lamports(account.lamports) }]
      : [],
  );
};
