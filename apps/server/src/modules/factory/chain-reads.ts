import { getBase64Encoder } from "@solana/kit";
import {
  associatedTokenAddress,
  decodeTokenState,
  isClosable,
  type TokenState,
  toChainAddress,
  tokenStateAddress,
} from "@tribe/chain/accounts";
import {
  type Address,
  ApiError,
  type Lamports,
  lamports,
  type Mint,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import { readMedianPriorityFee } from "../../engines/chain/median-priority-fee.ts";
import type { Chain } from "../../engines/chain/port.ts";
import { reading } from "../../engines/chain/reading.ts";

/** What a message begins with: everything that must be read from the chain before it can be built. */
export interface ChainFacts {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly balance: Lamports;
  /** Micro-lamports per compute unit. */
  readonly microLamportsPerUnit: bigint;
}

/** Reads blockhash, balance and the median priority fee. @throws ApiError `unavailable`. */
export const readChainFacts = (chain: Chain, wallet: Address, touched: readonly Address[]): Promise<ChainFacts> =>
  reading(
    (async () => {
      const [latest, balance] = await Promise.all([
        readBlockhashAndFee(chain, touched),
        chain.rpc.getBalance(toChainAddress(wallet), { commitment: "confirmed" }).send(),
      ]);
      return { ...latest, balance: lamports(balance.value) };
    })(),
  );

/** A token, and a wallet's account for it, as they are now. */
export interface TokenFacts {
  readonly address: Address;
  readonly state: TokenState;
  readonly hasTokenAccount: boolean;
  /** The balance of the wallet's associated account: the most that a sell can take. */
  readonly holding: TokenUnits;
  /** The account can be closed once all of the holding has left it. */
  readonly isClosable: boolean;
}

/** Reads a token's state and the wallet's account. @throws ApiError `unavailable`, `not_found`. */
export const readTokenFacts = (chain: Chain, tokenId: bigint, mint: Mint, wallet: Address): Promise<TokenFacts> =>
  reading(readTokenAndWallet(chain, tokenId, mint, wallet).then(({ token }) => token));

/** Everything that a trade needs: the accounts in one request, and what a message begins with. @throws as both */
export const readTradeFacts = (
  chain: Chain,
  tokenId: bigint,
  mint: Mint,
  wallet: Address,
): Promise<{ readonly token: TokenFacts; readonly facts: ChainFacts }> =>
  reading(
    (async () => {
      const state = await tokenStateAddress(tokenId, chain.programAddress);
      const [{ token, balance }, latest] = await Promise.all([
        readTokenAndWallet(chain, tokenId, mint, wallet),
        recentBlockhashAndFee(chain, state),
      ]);
      return { token, facts: { ...latest, balance } };
    })(),
  );

const readTokenAndWallet = async (chain: Chain, tokenId: bigint, mint: Mint, wallet: Address) => {
  const address = await tokenStateAddress(tokenId, chain.programAddress);
  const account = await associatedTokenAddress(wallet, mint);
  const { value } = await chain.rpc
    .getMultipleAccounts([toChainAddress(address), toChainAddress(account), toChainAddress(wallet)], {
      commitment: "confirmed",
      encoding: "base64",
    })
    .send();
  const [stateAccount, tokenAccount, walletAccount] = value;
  const bytesOf = (found: typeof stateAccount) =>
    found ? new Uint8Array(getBase64Encoder().encode(found.data[0])) : null;
  const stateBytes = bytesOf(stateAccount);
  const state = stateBytes ? decodeTokenState(stateBytes) : null;
  if (!state || state.mint !== mint) throw new ApiError("not_found");
  const held = bytesOf(tokenAccount);
  const holding = amountOf(held);
  const token: TokenFacts = {
    address,
    state,
    hasTokenAccount: Boolean(tokenAccount),
    holding,
    isClosable: held !== null && isClosable(held, wallet, holding),
  };
  return { token, balance: lamports(walletAccount?.lamports ?? 0n) };
};

/**
 * Trades that are prepared within this time share blockhash and priority fee. Far shorter than a slot, so that two orders don't
 * get the same bytes.
 */
const sharedForMs = 50;

type BlockhashAndFee = Omit<ChainFacts, "balance">;
const recentReads = new WeakMap<
  Chain,
  Map<Address, { readonly until: number; readonly read: Promise<BlockhashAndFee> }>
>();

/** Blockhash, and the priority fee for transactions that write to this account. */
const recentBlockhashAndFee = (chain: Chain, touched: Address): Promise<BlockhashAndFee> => {
  const now = Date.now();
  const reads = recentReads.get(chain) ?? new Map();
  recentReads.set(chain, reads);
  const before = reads.get(touched);
  if (before && before.until > now) return before.read;
  for (const [address, { until }] of reads) if (until <= now) reads.delete(address);
  const read = readBlockhashAndFee(chain, [touched]);
  reads.set(touched, { until: now + sharedForMs, read });
  read.catch(() => reads.delete(touched));
  return read;
};

const readBlockhashAndFee = async (chain: Chain, touched: readonly Address[]): Promise<BlockhashAndFee> => {
  const [latest, microLamportsPerUnit] = await Promise.all([
    chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send(),
    readMedianPriorityFee(chain, touched),
  ]);
  const { blockhash, lastValidBlockHeight } = latest.value;
  return { blockhash, lastValidBlockHeight: Number(lastValidBlockHeight), microLamportsPerUnit };
};

/** A migrated token, and a wallet's accounts for it, as they are now. */
export interface MigratedFacts {
  readonly hasNewAccount: boolean;
  /** The balance in old base units of the wallet's associated account: the most that a conversion can take. */
  readonly holding: TokenUnits;
  /** That account can be closed once all of the holding has left it. */
  readonly isClosable: boolean;
}

/** Reads what a conversion needs. @throws ApiError `unavailable`, `not_found`, `not_migrated`. */
export const readMigratedFacts = async (
  chain: Chain,
  tokenId: bigint,
  mint: Mint,
  wallet: Address,
): Promise<MigratedFacts> => {
  const { state, holding, isClosable: canClose } = await readTokenFacts(chain, tokenId, mint, wallet);
  const { migration } = state;
  if (!migration) throw new ApiError("not_migrated");
  const hasNewAccount = await reading(
    (async () => {
      const account = await associatedTokenAddress(wallet, migration.newMint);
      const { value } = await chain.rpc
        .getAccountInfo(toChainAddress(account), { commitment: "confirmed", encoding: "base64" })
        .send();
      return value !== null;
    })(),
  );
  return { hasNewAccount, holding, isClosable: canClose };
};

/** A token account has its amount after mint and owner, 32 bytes each. */
const amountOf = (bytes: Uint8Array | null): TokenUnits =>
  tokenUnits(bytes && bytes.length >= 72 ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(64, true) : 0n);
