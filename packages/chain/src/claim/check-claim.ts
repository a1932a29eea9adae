import { getMintDecoder, isExtension } from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import { fromChainAddress, tokenProgramAddress } from "../accounts/addresses.ts";
import { NotAsExpected, type ToldAccount } from "../clear-signing/chain-facts.ts";
import type { ClaimDescription } from "../clear-signing/description.ts";

/** What a wallet learnt from the chain about the token of a claim that it is asked to sign. */
export interface ClaimFacts {
  readonly decimals: number;
  /** The mint's own texts, which nobody has looked at; null where it has none: those of SPL Token lie elsewhere. */
  readonly token: { readonly name: string; readonly symbol: string } | null;
}

/** Where to look, and how to judge what a node told. */
export interface ClaimCheckPlan {
  readonly addresses: readonly Address[];
  /** @throws NotAsExpected */
  readonly judge: (accounts: readonly ToldAccount[]) => Promise<ClaimFacts>;
}

/** More than any token has that people count, and few enough to be written out. */
const mostDecimals = 18;

/** Plans what a wallet checks of a claim on chain: how its amount is counted, and what the token calls itself. */
export const planClaimCheck = ({ mint, tokenProgram }: ClaimDescription): ClaimCheckPlan => ({
  addresses: [mint],
  judge: async ([account]) => {
    if (!account || account.owner !== tokenProgramAddress(tokenProgram)) throw new NotAsExpected("no such mint");
    const told = decoded(account.data);
    if (!told.isInitialized || told.decimals > mostDecimals) throw new NotAsExpected("no such mint");
    const extensions = told.extensions.__option === "Some" ? told.extensions.value : [];
    const metadata = extensions.find((each) => isExtension("TokenMetadata", each));
    const isOwn = metadata !== undefined && fromChainAddress(metadata.mint) === mint;
    return { decimals: told.decimals, token: isOwn ? { name: metadata.name, symbol: metadata.symbol } : null };
  },
});

const decoded = (data: Uint8Array) => {
  try {
    return getMintDecoder().decode(data);
  } catch (cause) {
    throw new NotAsExpected("an account cannot be read", { cause });
  }
};
