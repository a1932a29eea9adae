import { useQuery } from "@tanstack/react-query";
import {
  type Address,
  type Lamports,
  lamports,
  type Mint,
  milliseconds,
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

/** What an address holds of a mint, over all its token accounts. @throws ApiError `unavailable` */
export const readHolding = async (
  rpcUrl: string,
  address: Address,
  mint: Mint,
  signal?: AbortSignal,
): Promise<TokenUnits> => {
  const params = [address, { mint }, { commitment: "confirmed", encoding: "base64" }];
  const { value } = await rpcCall(rpcUrl, "getTokenAccountsByOwner", params, tokenAccountsSchema, signal);
  return tokenUnits(value.reduce((sum, { account }) => sum + amountOf(account.data[0]), 0n));
};

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

/** What the address holds of a token. */
export const useHolding = (address: Address | null, mint: Mint) => {
  const rpcUrl = useConfig()?.rpcUrl ?? null;
  return useQuery({
    queryKey: address ? keys.holding(address, mint) : ["holding"],
    queryFn: ({ signal }) => (rpcUrl && address ? readHolding(rpcUrl, address, mint, signal) : null),
    enabled: rpcUrl !== null && address !== null,
    refetchInterval: milliseconds.supplyRefresh,
    staleTime: 1_000,
  });
};
