import { getMintDecoder, getTokenDecoder, isExtension, TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address, Mint } from "@tribe/contract";
import { fromChainAddress, poolProgramAddress, tokenStateAddress } from "../accounts/addresses.ts";
import { decodePoolState, type PoolState } from "../accounts/pool.ts";
import { tokenStateBytes } from "../accounts/rent.ts";
import { decodeFactory, decodeTokenState, type FactoryState, type TokenState } from "../accounts/state.ts";
import { getFactoryDecoder } from "../generated/index.ts";
import { getPoolDecoder } from "../generated/pool/index.ts";

/** An account from a node's answer; null when there is none. */
export type FetchedAccount = { readonly owner: string; readonly data: Uint8Array } | null;

/** Thrown by every decoder here when an account differs in anything from what our programs write. */
export class UnexpectedAccountError extends Error {
  override readonly name = "UnexpectedAccountError";
}

const token2022 = fromChainAddress(TOKEN_2022_PROGRAM_ADDRESS);
/** Migration appends two addresses to a token's state. */
const migratedStateBytes = tokenStateBytes + 64;

const expectThat = (isTrue: boolean): void => {
  if (!isTrue) throw new UnexpectedAccountError("an account is not as our programs leave it");
};

const dataOf = (account: FetchedAccount | undefined, owner: Address, ...lengths: readonly number[]): Uint8Array => {
  if (!account || account.owner !== owner)
    throw new UnexpectedAccountError("an account is missing, or somebody else's");
  expectThat(lengths.length === 0 || lengths.includes(account.data.length));
  return account.data;
};

/** @throws UnexpectedAccountError */
export const verifiedFactory = (account: FetchedAccount | undefined, program: Address): FactoryState => {
  const factory = decodeFactory(dataOf(account, program, getFactoryDecoder().fixedSize));
  if (!factory) throw new UnexpectedAccountError("no factory");
  expectThat(factory.coefficient > 0n);
  return factory;
};

/**
 * The state at exactly this address and of exactly this mint: both are derived from the id in it. @throws
 * UnexpectedAccountError
 */
export const verifiedTokenState = async (
  account: FetchedAccount | undefined,
  { state, mint, program }: { readonly state: Address; readonly mint: Mint; readonly program: Address },
): Promise<TokenState> => {
  const token = decodeTokenState(dataOf(account, program, tokenStateBytes, migratedStateBytes));
  if (!token) throw new UnexpectedAccountError("no token's state");
  expectThat((await tokenStateAddress(token.tokenId, program)) === state && token.mint === mint);
  const { x, floor, xMax, coefficient } = token.curve;
  expectThat(floor <= x && x <= xMax && coefficient > 0n);
  return token;
};

/** @throws UnexpectedAccountError */
export const verifiedPool = (
  account: FetchedAccount | undefined,
  { state, newMint }: { readonly state: Address; readonly newMint: Mint },
): PoolState => {
  const pool = decodePoolState(dataOf(account, poolProgramAddress, getPoolDecoder().fixedSize));
  if (!pool) throw new UnexpectedAccountError("no pool");
  expectThat(pool.token === state && pool.mint === newMint);
  return pool;
};

/** Name and symbol in the mint itself, unsanitised. @throws UnexpectedAccountError */
export const verifiedNames = (
  account: FetchedAccount | undefined,
  mint: Mint,
  decimals: number,
): { readonly name: string; readonly symbol: string } => {
  const decodedMint = decoded(() => getMintDecoder().decode(dataOf(account, token2022)));
  const extensions = decodedMint.extensions.__option === "Some" ? decodedMint.extensions.value : [];
  const pointer = extensions.find((each) => isExtension("MetadataPointer", each));
  const metadata = extensions.find((each) => isExtension("TokenMetadata", each));
  if (!metadata || pointer?.metadataAddress.__option !== "Some")
    throw new UnexpectedAccountError("a mint without texts");
  const [place, of] = [pointer.metadataAddress.value, metadata.mint].map(fromChainAddress);
  expectThat(place === mint && of === mint);
  expectThat(decodedMint.isInitialized && decodedMint.decimals === decimals);
  return { name: metadata.name, symbol: metadata.symbol };
};

/** Base units of an owner's associated account of a mint, 0 when there is none. @throws UnexpectedAccountError */
export const verifiedHolding = (account: FetchedAccount | undefined, owner: Address, mint: Mint): bigint => {
  if (account === null) return 0n;
  const decodedAccount = decoded(() => getTokenDecoder().decode(dataOf(account, token2022)));
  expectThat(fromChainAddress(decodedAccount.owner) === owner && fromChainAddress(decodedAccount.mint) === mint);
  return decodedAccount.amount;
};

const decoded = <T>(decode: () => T): T => {
  try {
    return decode();
  } catch (cause) {
    throw new UnexpectedAccountError("an account cannot be read", { cause });
  }
};
