import { associatedTokenAddress, type TokenProgram, toChainAddress, tokenProgramAddress } from "@tribe/chain/accounts";
import type { Address, Mint } from "@tribe/contract";
import type { Chain } from "../../engines/chain/port.ts";
import { reading } from "../../engines/chain/reading.ts";

/** What the chain knows about a mint, and a wallet's account for it. */
export interface MintFacts {
  readonly program: TokenProgram;
  readonly decimals: number;
  /** Whether the wallet's associated account exists. */
  readonly hasAccount: boolean;
}

/** Mints per request: a node returns 100 accounts at most. */
export const maxMints = 30;
const decimalsAt = 44;

/** Reads mints from the chain; what is no mint is left out. @throws ApiError `unavailable` */
export const readMints = (
  chain: Chain,
  wallet: Address,
  mints: readonly Mint[],
): Promise<ReadonlyMap<Mint, MintFacts>> =>
  reading(
    (async () => {
      if (mints.length === 0) return new Map();
      // Only the answer shows a mint's token program, so the account is read at both possible addresses.
      const accounts = await Promise.all(
        mints.flatMap((mint) =>
          (["token", "token2022"] as const).map((program) => associatedTokenAddress(wallet, mint, program)),
        ),
      );
      const { value } = await chain.rpc
        .getMultipleAccounts([...mints, ...accounts].map(toChainAddress), {
          commitment: "confirmed",
          encoding: "base64",
          dataSlice: { offset: decimalsAt, length: 1 },
        })
        .send();
      const facts = mints.map((mint, index): [Mint, MintFacts] | null => {
        const account = value[index];
        const decimals = account ? Buffer.from(account.data[0], "base64")[0] : undefined;
        const program = programOf(account?.owner);
        if (program === null || decimals === undefined) return null;
        const accountIndex = mints.length + 2 * index + (program === "token" ? 0 : 1);
        return [mint, { program, decimals, hasAccount: Boolean(value[accountIndex]) }];
      });
      return new Map(facts.filter((each) => each !== null));
    })(),
  );

const programOf = (owner: string | undefined): TokenProgram | null => {
  if (owner === tokenProgramAddress("token")) return "token";
  return owner === tokenProgramAddress("token2022") ? "token2022" : null;
};
