import { getBase64Encoder } from "@solana/kit";
import {
  associatedTokenAddress,
  decodeTokenState,
  type TokenState,
  toChainAddress,
  tokenStateAddress,
} from "@tribe/chain";
import {
  type Address,
  ApiError,
  type Lamports,
  lamports,
  type Mint,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import { readGoingFee } from "../../engines/chain/going-fee.ts";
import type { Chain } from "../../engines/chain/port.ts";

/** What the chain must tell before a message can be built. */
export interface ChainFacts {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly balance: Lamports;
  /** Micro-lamports per compute unit. */
  readonly microLamportsPerUnit: bigint;
}

/** @throws ApiError `unavailable` when the chain does not answer. */
export const reading = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw cause instanceof ApiError ? cause : new ApiError("unavailable", { cause });
  });

/** Reads blockhash, balance and the going priority fee. @throws ApiError `unavailable`. */
export const readChainFacts = (chain: Chain, wallet: Address, touched: readonly Address[]): Promise<ChainFacts> =>
  reading(
    (async () => {
      const [latest, balance, microLamportsPerUnit] = await Promise.all([
        chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send(),
        chain.rpc.getBalance(toChainAddress(wallet), { commitment: "confirmed" }).send(),
        readGoingFee(chain, touched),
      ]);
      return {
        blockhash: latest.value.blockhash,
        lastValidBlockHeight: Number(latest.value.lastValidBlockHeight),
        balance: lamports(balance.value),
        microLamportsPerUnit,
      };
    })(),
  );

/** A token and a wallet's account of it, now. */
export interface TokenFacts {
  readonly address: Address;
  readonly state: TokenState;
  readonly hasTokenAccount: boolean;
  /** What the wallet's associated account holds: what a sell of ours can take. */
  readonly holding: TokenUnits;
}

/** Reads a token's state and the wallet's account. @throws ApiError `unavailable`, `not_found`. */
export const readTokenFacts = (chain: Chain, tokenId: bigint, mint: Mint, wallet: Address): Promise<TokenFacts> =>
  reading(
    (async () => {
      const address = await tokenStateAddress(tokenId, chain.programAddress);
      const account = await associatedTokenAddress(wallet, mint);
      const { value } = await chain.rpc
        .getMultipleAccounts([toChainAddress(address), toChainAddress(account)], {
          commitment: "confirmed",
          encoding: "base64",
        })
        .send();
      const [stateBytes, accountBytes] = value.map((found) =>
        found ? new Uint8Array(getBase64Encoder().encode(found.data[0])) : null,
      );
      const state = stateBytes ? decodeTokenState(stateBytes) : null;
      if (!state || state.mint !== mint) throw new ApiError("not_found");
      return { address, state, hasTokenAccount: Boolean(accountBytes), holding: amountOf(accountBytes ?? null) };
    })(),
  );

/** A migrated token and a wallet's accounts of it, now. */
export interface MigratedFacts {
  readonly hasNewAccount: boolean;
  /** Old base units that the wallet's associated account holds: what a conversion of ours can take. */
  readonly holding: TokenUnits;
}

/** Reads what a conversion needs. @throws ApiError `unavailable`, `not_found`, `not_migrated`. */
export const readMigratedFacts = async (
  chain: Chain,
  tokenId: bigint,
  mint: Mint,
  wallet: Address,
): Promise<MigratedFacts> => {
  const { state, holding } = await readTokenFacts(chain, tokenId, mint, wallet);
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
  return { hasNewAccount, holding };
};

/** A token account has its amount after mint and owner, 32 bytes each. */
const amountOf = (bytes: Uint8Array | null): TokenUnits =>
  tokenUnits(bytes && bytes.length >= 72 ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(64, true) : 0n);
