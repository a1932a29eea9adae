import { type Mint, smallWalletLamports } from "@tribe/contract";
import type { Reader } from "../../../db/client.ts";
import type { Chain } from "../../../engines/chain/port.ts";
import type { WalletRecord } from "../rules/record.ts";
import { tribesOf } from "../store/tribes.ts";
import { allAgree, isWalletEmpty, type LookContext, reachableWallets } from "./is-wallet-empty.ts";
import type { Owned } from "./read-owned.ts";
import { saleAt, sellRatesAt } from "./token-sale.ts";

/**
 * Whether a wallet is worth so little that a mailed link need not wait: less than 0.05 SOL in all, with what selling this app's
 * tokens now would bring, no token of unknown worth, no compressed tokens and no Tribe. Every node must say so; one that is
 * silent or lags counts as more. While a former wallet's key is kept, that wallet must be empty.
 */
export const isSmallWallet = async (
  ctx: LookContext & { readonly db: Reader },
  record: WalletRecord,
): Promise<boolean> => {
  const [own, ...former] = reachableWallets(record, ctx.now());
  if (own === undefined) return false;
  const isSmall = allAgree(ctx, own, async (owned, node) => {
    if (owned.hasTribe) return false;
    const worth = await worthAt(ctx, node, owned);
    return worth !== null && worth < smallWalletLamports;
  });
  const areEmpty = former.map((each) => isWalletEmpty(ctx, each));
  return (await Promise.all([isSmall, ...areEmpty])).every(Boolean);
};

type Node = Pick<Chain, "rpc">;

/** In lamports, by one node alone; null as soon as something is of unknown worth. */
const worthAt = async (
  { db, chain }: LookContext & { readonly db: Reader },
  node: Node,
  { lamports: balance, accounts }: Owned,
): Promise<bigint | null> => {
  const units = new Map<Mint, bigint>();
  let sum = balance;
  for (const account of accounts) {
    sum += account.lamports;
    // Wrapped SOL is in the account's lamports.
    if (account.units === 0n || account.mint === wrappedSol) continue;
    units.set(account.mint, (units.get(account.mint) ?? 0n) + account.units);
  }
  if (sum >= smallWalletLamports || units.size > maxTokens) return null;
  const held = [...units.keys()];
  if (held.length === 0) return sum;
  const known = await tribesOf(db, held);
  const rates = await sellRatesAt(node, chain.programAddress);
  if (!rates) return null;
  const proceeds = await Promise.all(
    [...units].map(async ([mint, amount]) => {
      const tribe = known.find((row) => row.mint === mint || row.newMint === mint);
      const sale = tribe && (await saleAt(node, chain.programAddress, tribe, mint));
      return sale ? sale(amount, rates) : null;
    }),
  );
  return proceeds.reduce((total, each) => (total === null || each === null ? null : total + each), sum);
};

/** A wallet with more kinds of tokens than this is not valued: it counts as more. */
const maxTokens = 50;
const wrappedSol = "So11111111111111111111111111111111111111112";
