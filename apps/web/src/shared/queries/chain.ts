import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  type Address,
  type Lamports,
  lamports,
  type Mint,
  milliseconds,
  type TokenProfile,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import * as z from "zod/mini";
import { keys } from "../keys.ts";
import { useConfig } from "./config.ts";
import { rpcCall } from "./rpc.ts";

const balanceSchema = z.object({ value: z.int() });
const tokenAccountsSchema = z.object({
  value: z.array(z.object({ account: z.object({ data: z.tuple([z.string(), z.literal("base64")]) }) })),
});

/** An address's lamports as the chain has them at `confirmed`. @throws ApiError `unavailable` */
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

/** What an address has of a mint. */
export interface TokenAccounts {
  readonly units: TokenUnits;
  /** Whether there is an account to put tokens into; one that is made costs rent. */
  readonly exists: boolean;
}

const readTokenAccounts = async (
  rpcUrl: string,
  address: Address,
  mint: Mint,
  signal?: AbortSignal,
): Promise<TokenAccounts> => {
  const params = [address, { mint }, { commitment: "confirmed", encoding: "base64" }];
  const { value } = await rpcCall(rpcUrl, "getTokenAccountsByOwner", params, tokenAccountsSchema, signal);
  const units = tokenUnits(value.reduce((sum, { account }) => sum + amountOf(account.data[0]), 0n));
  return { units, exists: value.length > 0 };
};

/** What an address holds of a mint, over all its token accounts. @throws ApiError `unavailable` */
export const readHolding = async (rpcUrl: string, address: Address, mint: Mint): Promise<TokenUnits> =>
  (await readTokenAccounts(rpcUrl, address, mint)).units;

/** The address's SOL, live by realtime hints; polled every 5 s where `isPolled`. Null until known. */
export const useBalance = (address: Address | null, isPolled = false) => {
  const rpcUrl = useConfig()?.rpcUrl ?? null;
  return useQuery({
    queryKey: address ? keys.balance(address) : ["balance"],
    queryFn: ({ signal }) => (rpcUrl && address ? readBalance(rpcUrl, address, signal) : null),
    enabled: rpcUrl !== null && address !== null,
    refetchInterval: isPolled ? milliseconds.balanceRefresh : 30_000,
    staleTime: 1_000,
  });
};

const tokenAccountsQuery = (rpcUrl: string | null, address: Address | null, mint: Mint | null) =>
  queryOptions({
    queryKey: address && mint ? keys.holding(address, mint) : ["holding"],
    queryFn: ({ signal }) => (rpcUrl && address && mint ? readTokenAccounts(rpcUrl, address, mint, signal) : null),
    enabled: rpcUrl !== null && address !== null && mint !== null,
    refetchInterval: milliseconds.supplyRefresh,
    staleTime: 1_000,
  });

/** The address's accounts of a token, live by realtime hints. Null until known. */
export const useTokenAccounts = (address: Address | null, mint: Mint | null) =>
  useQuery(tokenAccountsQuery(useConfig()?.rpcUrl ?? null, address, mint));

/** What the address holds of a token. */
export const useHolding = (address: Address | null, mint: Mint) =>
  useQuery({
    ...tokenAccountsQuery(useConfig()?.rpcUrl ?? null, address, mint),
    select: (accounts) => accounts?.units ?? null,
  });

/** What counts for a seat: old tokens, and new ones at the conversion rate (design section 7). Null until known. */
export const useSeatHolding = (address: Address | null, token: TokenProfile | null): TokenUnits | null => {
  const { mint = null, newMint = null, conversionRate: rate = null } = token ?? {};
  const { data: old } = useTokenAccounts(address, mint);
  const { data: converted } = useTokenAccounts(address, newMint);
  if (!old || (newMint && !converted)) return null;
  return tokenUnits(old.units + (converted && rate ? converted.units / rate : 0n));
};
