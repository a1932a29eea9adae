import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  type Address,
  addressSchema,
  type Lamports,
  lamports,
  type Mint,
  milliseconds,
  type TokenProfile,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import * as z from "zod/mini";
import { useConfig } from "./config.ts";
import { isAwaited } from "./is-awaited.ts";
import { keys } from "./keys.ts";
import { rpcCall } from "./rpc.ts";

const balanceSchema = z.object({ value: z.int() });
const tokenAccountsSchema = z.object({
  value: z.array(
    z.object({ pubkey: addressSchema, account: z.object({ data: z.tuple([z.string(), z.literal("base64")]) }) }),
  ),
});

/** An address's lamports on chain at commitment `confirmed`. @throws ApiError `unavailable` */
export const readBalance = async (rpcUrl: string, address: Address, signal?: AbortSignal): Promise<Lamports> => {
  const { value } = await rpcCall(rpcUrl, "getBalance", [address, { commitment: "confirmed" }], balanceSchema, signal);
  return lamports(BigInt(value));
};

/** Offset of the u64 amount in a token account, the same for SPL Token and Token-2022. */
const amountOffset = 64;

const amountOf = (data: string): bigint => {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  return new DataView(bytes.buffer).getBigUint64(amountOffset, true);
};

/** One of an owner's accounts of a mint. Anybody can create additional ones for an owner. */
export interface TokenAccount {
  readonly address: Address;
  readonly units: TokenUnits;
}

const readTokenAccounts = async (
  rpcUrl: string,
  address: Address,
  mint: Mint,
  signal?: AbortSignal,
): Promise<readonly TokenAccount[]> => {
  const params = [address, { mint }, { commitment: "confirmed", encoding: "base64" }];
  const { value } = await rpcCall(rpcUrl, "getTokenAccountsByOwner", params, tokenAccountsSchema, signal);
  return value.map(({ pubkey, account }) => ({ address: pubkey, units: tokenUnits(amountOf(account.data[0])) }));
};

const sumOf = (accounts: readonly TokenAccount[]): TokenUnits =>
  tokenUnits(accounts.reduce((sum, { units }) => sum + units, 0n));

/** An address's balance of a mint, over all its token accounts. @throws ApiError `unavailable` */
export const readHolding = async (rpcUrl: string, address: Address, mint: Mint): Promise<TokenUnits> =>
  sumOf(await readTokenAccounts(rpcUrl, address, mint));

export const balanceQuery = (rpcUrl: string | null, address: Address | null, isPolled: boolean) =>
  queryOptions({
    queryKey: address ? keys.balance(address) : ["balance"],
    queryFn: ({ signal }) => (rpcUrl && address ? readBalance(rpcUrl, address, signal) : null),
    enabled: rpcUrl !== null && address !== null,
    refetchInterval: isPolled ? milliseconds.balanceRefresh : 30_000,
    staleTime: 1_000,
  });

/** The address's SOL, kept current by realtime hints; polled every 5 s if `isPolled`. Null until known. */
export const useBalance = (address: Address | null, isPolled = false) =>
  useQuery(balanceQuery(useConfig()?.rpcUrl ?? null, address, isPolled));

const tokenAccountsQuery = (rpcUrl: string | null, address: Address | null, mint: Mint | null) =>
  queryOptions({
    queryKey: address && mint ? keys.holding(address, mint) : ["holding"],
    queryFn: ({ signal }) => (rpcUrl && address && mint ? readTokenAccounts(rpcUrl, address, mint, signal) : null),
    enabled: rpcUrl !== null && address !== null && mint !== null,
    refetchInterval: milliseconds.supplyRefresh,
    staleTime: 1_000,
  });

/** The address's accounts of a token, kept current by realtime hints. Null until known. */
export const useTokenAccounts = (address: Address | null, mint: Mint | null) =>
  useQuery(tokenAccountsQuery(useConfig()?.rpcUrl ?? null, address, mint));

/** The address's balance of a token, over all its accounts. */
export const useHolding = (address: Address | null, mint: Mint) =>
  useQuery({
    ...tokenAccountsQuery(useConfig()?.rpcUrl ?? null, address, mint),
    select: (accounts) => (accounts ? sumOf(accounts) : null),
  });

/** Whether the holding that counts for a seat is not loaded yet, or may be outdated. */
export const useIsSeatHoldingAwaited = (address: Address | null, { mint, newMint }: TokenProfile): boolean =>
  [useTokenAccounts(address, mint), useTokenAccounts(address, newMint)].some(isAwaited);

/**
 * The holding that counts for a seat, in all accounts: old tokens, and new ones at the conversion rate, rounded down for each
 * account as the server does. Null until known.
 */
export const useSeatHolding = (address: Address | null, token: TokenProfile | null): TokenUnits | null => {
  const { mint = null, newMint = null, conversionRate: rate = null } = token ?? {};
  const { data: old } = useTokenAccounts(address, mint);
  const { data: converted } = useTokenAccounts(address, newMint);
  if (!old || (newMint && !converted)) return null;
  const worth = (units: bigint) => (rate ? units / rate : 0n);
  return tokenUnits((converted ?? []).reduce((sum, { units }) => sum + worth(units), sumOf(old) as bigint));
};
