import { getMintDecoder, getTokenDecoder, isExtension } from "@solana-program/token-2022";
import type { Address, Mint } from "@tribe/contract";
import { associatedTokenAddress, fromChainAddress, tokenProgramAddress, zeroAddress } from "../accounts/addresses.ts";
import { type FetchedAccount, UnexpectedAccountError } from "../clear-signing/chain-facts.ts";
import type { ClaimDescription } from "../clear-signing/description.ts";

/** Facts from the chain about the token of a claim that the wallet is asked to sign. */
export interface ClaimFacts {
  readonly decimals: number;
  /** The mint's own, unsanitised texts; null when it has none: those of SPL Token are stored elsewhere. */
  readonly token: { readonly name: string; readonly symbol: string } | null;
  /** Whether the wallet has an account of it, so that the claim creates none and pays no rent. */
  readonly hasAccount: boolean;
}

/** Accounts to fetch, and how to evaluate a node's answer. */
export interface ClaimCheckPlan {
  readonly addresses: readonly Address[];
  /** The facts about each token. @throws UnexpectedAccountError */
  readonly evaluate: (accounts: readonly FetchedAccount[]) => ReadonlyMap<Mint, ClaimFacts>;
}

/** More than any real token has, and few enough to be written out. */
const maxDecimals = 18;

/**
 * Plans a wallet's checks of claims on chain: each token's decimals, its own texts, and whether the wallet has an account of
 * it.
 */
export const planClaimCheck = async (claims: readonly ClaimDescription[]): Promise<ClaimCheckPlan> => {
  const tokens = [...new Map(claims.map((claim) => [claim.mint, claim])).values()];
  const places = await Promise.all(
    tokens.map(({ wallet, mint, tokenProgram }) => associatedTokenAddress(wallet, mint, tokenProgram)),
  );
  return {
    addresses: tokens.flatMap(({ mint }, index) => [mint, ...places.slice(index, index + 1)]),
    evaluate: (accounts) =>
      new Map(
        tokens.map(
          (claim, index) => [claim.mint, factsOf(claim, accounts[2 * index], accounts[2 * index + 1])] as const,
        ),
      ),
  };
};

const factsOf = (
  { wallet, mint, tokenProgram }: ClaimDescription,
  account: FetchedAccount | undefined,
  held: FetchedAccount | undefined,
): ClaimFacts => {
  if (!account || account.owner !== tokenProgramAddress(tokenProgram)) throw new UnexpectedAccountError("no such mint");
  const decodedMint = decoded(() => getMintDecoder().decode(account.data));
  if (!decodedMint.isInitialized || decodedMint.decimals > maxDecimals)
    throw new UnexpectedAccountError("no such mint");
  const extensions = decodedMint.extensions.__option === "Some" ? decodedMint.extensions.value : [];
  const metadata = extensions.find((each) => isExtension("TokenMetadata", each));
  const isOwn = metadata !== undefined && fromChainAddress(metadata.mint) === mint;
  return {
    decimals: decodedMint.decimals,
    token: isOwn ? { name: metadata.name, symbol: metadata.symbol } : null,
    hasAccount: held ? isAccountOf(held, { wallet, mint, tokenProgram }) : false,
  };
};

/** @throws UnexpectedAccountError for another owner's account: at the wallet's own address there can be no other */
const isAccountOf = (
  { owner, data }: NonNullable<FetchedAccount>,
  { wallet, mint, tokenProgram }: Pick<ClaimDescription, "wallet" | "mint" | "tokenProgram">,
): boolean => {
  // SOL sent to that address made it a system account, which the claim can still turn into a token account.
  if (owner === zeroAddress) return false;
  const decodedAccount = decoded(() => getTokenDecoder().decode(data));
  const isOwn = fromChainAddress(decodedAccount.owner) === wallet && fromChainAddress(decodedAccount.mint) === mint;
  if (owner !== tokenProgramAddress(tokenProgram) || !isOwn)
    throw new UnexpectedAccountError("no account of this token");
  return true;
};

const decoded = <T>(decode: () => T): T => {
  try {
    return decode();
  } catch (cause) {
    throw new UnexpectedAccountError("an account cannot be read", { cause });
  }
};
