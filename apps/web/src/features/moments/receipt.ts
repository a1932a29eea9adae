import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type Address, ApiError, addressSchema, type TransactionSignature } from "@tribe/contract";
import * as z from "zod/mini";
import { useConfig } from "../../shared/queries/config.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { rpcCall } from "../../shared/queries/rpc.ts";

const tokenBalancesSchema = z.nullish(
  z.array(
    z.object({
      accountIndex: z.int(),
      mint: addressSchema,
      owner: z.optional(z.string()),
      uiTokenAmount: z.object({ amount: z.string().check(z.regex(/^[0-9]{1,20}$/)) }),
    }),
  ),
);
const landedSchema = z.object({
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }) }),
  meta: z.object({
    fee: z.int(),
    preBalances: z.array(z.int()),
    postBalances: z.array(z.int()),
    preTokenBalances: tokenBalancesSchema,
    postTokenBalances: tokenBalancesSchema,
  }),
});
/** A transaction on chain, as far as a receipt needs it. */
export type Landed = z.output<typeof landedSchema>;

/** What a transaction on chain has changed in the wallet that paid for it. Lamports and base units; negative: it left. */
export interface Receipt {
  /** Without the network's fee and deposits: what a sale brought, or a purchase took, its own fees in. */
  readonly sol: bigint;
  /** What the network took. */
  readonly networkFee: bigint;
  /** Deposits of token accounts: of closed ones they came back, of new ones they left. */
  readonly deposit: bigint;
  readonly tokens: ReadonlyMap<string, bigint>;
}

/** Reads a receipt; null if another wallet has paid. */
export const receiptOf = ({ transaction, meta }: Landed, wallet: Address): Receipt | null => {
  if (transaction.message.accountKeys[0] !== wallet) return null;
  const change = (index: number) => BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0);
  const own = (balances: Landed["meta"]["preTokenBalances"]) =>
    (balances ?? []).filter(({ owner }) => owner === wallet);
  const [before, after] = [own(meta.preTokenBalances), own(meta.postTokenBalances)];
  const tokens = new Map<string, bigint>();
  const count = (sign: bigint, balances: typeof before) => {
    for (const { mint, uiTokenAmount } of balances)
      tokens.set(mint, (tokens.get(mint) ?? 0n) + sign * BigInt(uiTokenAmount.amount));
  };
  count(-1n, before);
  count(1n, after);
  const isIn = (balances: typeof before, index: number) => balances.some(({ accountIndex }) => accountIndex === index);
  const madeOrClosed = [...before, ...after].filter(
    ({ accountIndex }) => isIn(before, accountIndex) !== isIn(after, accountIndex),
  );
  const deposit = madeOrClosed.reduce((sum, { accountIndex }) => sum - change(accountIndex), 0n);
  const networkFee = BigInt(meta.fee);
  return { sol: change(0) + networkFee - deposit, networkFee, deposit, tokens };
};

const receiptQuery = (rpcUrl: string | null, wallet: Address | null, signature: TransactionSignature) =>
  queryOptions({
    queryKey: ["receipt", wallet, signature],
    queryFn: async ({ signal }) => {
      if (rpcUrl === null || wallet === null) return null;
      const found = await rpcCall(
        rpcUrl,
        "getTransaction",
        [signature, { commitment: "confirmed", encoding: "json", maxSupportedTransactionVersion: 0 }],
        z.nullable(landedSchema),
        signal,
      );
      // Another node than the one that has confirmed it may be a moment behind.
      if (found === null) throw new ApiError("unavailable");
      return receiptOf(found, wallet);
    },
    enabled: rpcUrl !== null && wallet !== null,
    retry: 5,
    retryDelay: (count) => 300 * 2 ** count,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A receipt outside of a view. @returns null if another wallet has paid @throws ApiError while no node shows it */
export const readReceipt = (
  cache: QueryClient,
  { rpcUrl, wallet, signature }: { rpcUrl: string; wallet: Address; signature: TransactionSignature },
): Promise<Receipt | null> => cache.fetchQuery(receiptQuery(rpcUrl, wallet, signature));

/** The receipt of the person's own confirmed transaction; `isAwaited` until the chain's node has answered once. */
export const useReceipt = (
  signature: TransactionSignature,
): { readonly receipt: Receipt | null; readonly isAwaited: boolean } => {
  const wallet = useLocalUser()?.address ?? null;
  const {
    data = null,
    isPending,
    failureCount,
  } = useQuery(receiptQuery(useConfig()?.rpcUrl ?? null, wallet, signature));
  return { receipt: data, isAwaited: isPending && failureCount === 0 && wallet !== null };
};
