import {
  decodeFactory,
  decodePoolState,
  decodeTokenState,
  factoryAddress,
  poolAddress,
  tokenStateAddress,
} from "@tribe/chain/accounts";
import { lamports, type Mint, smallWalletLamports, tokenUnits } from "@tribe/contract";
import { fillSell } from "@tribe/domain/curve";
import { feeRates, noFlags } from "@tribe/domain/money";
import { convertedUnits, type NewTokenUnits, newTokenUnits, sellToPool } from "@tribe/domain/pool";
import { inArray, or } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import type { Chain } from "../../../engines/chain/port.ts";
import { readAccount } from "../../../engines/chain/read-account.ts";
import { tokens } from "../../indexer/schema.ts";
import type { WalletRecord } from "../record.ts";
import { allAgree, isWalletEmpty, type LookContext, reachableWallets } from "./is-wallet-empty.ts";
import type { Owned } from "./read-owned.ts";

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
  // The index only names the Tribe of a mint: its curve and its pool, which the worth is made of, are the node's.
  const known = await db
    .select({ mint: tokens.mint, newMint: tokens.newMint, tokenId: tokens.tokenId })
    .from(tokens)
    .where(or(inArray(tokens.mint, held), inArray(tokens.newMint, held)));
  const factory = await readAccount(node, await factoryAddress(chain.programAddress));
  const fees = factory && decodeFactory(factory)?.fees;
  if (!fees) return null;
  const rates = feeRates(fees, "sell", noFlags);
  const proceeds = await Promise.all(
    [...units].map(async ([mint, amount]) => {
      const token = known.find((row) => row.mint === mint || row.newMint === mint);
      const sale = token && (await saleAt(node, await tokenStateAddress(token.tokenId, chain.programAddress), mint));
      return sale ? sale(amount, rates) : null;
    }),
  );
  return proceeds.reduce((total, each) => (total === null || each === null ? null : total + each), sum);
};

/** A wallet with more kinds of tokens than this is not valued: it counts as more. */
const maxTokens = 50;
const wrappedSol = "So11111111111111111111111111111111111111112";

type Sale = (units: bigint, rates: ReturnType<typeof feeRates>) => bigint | null;

/** What a sale of this mint would bring now, by the node's state of its curve or pool; null when that is no such token's. */
const saleAt = async (
  node: Node,
  stateAddress: Awaited<ReturnType<typeof tokenStateAddress>>,
  mint: Mint,
): Promise<Sale | null> => {
  const data = await readAccount(node, stateAddress);
  const state = data && decodeTokenState(data);
  if (!state) return null;
  const { migration, curve } = state;
  if (!migration) {
    if (state.mint !== mint) return null;
    return (units, rates) => {
      const fill = fillSell(curve, { tokens: tokenUnits(units), minLamports: lamports(0n) }, rates);
      return fill.kind === "refused" ? null : fill.total;
    };
  }
  const poolData = await readAccount(node, await poolAddress(stateAddress));
  const pool = poolData && decodePoolState(poolData);
  if (!pool) return null;
  const reserves = { lamports: pool.reserves.lamports, tokens: newTokenUnits(pool.reserves.tokens) };
  const sell = (units: NewTokenUnits): bigint => {
    const sold = sellToPool(reserves, pool.fees, units, lamports(0n));
    // Refused is only what brings less than a lamport.
    return sold.kind === "refused" ? 0n : sold.output;
  };
  if (migration.newMint === mint) return (units) => sell(newTokenUnits(units));
  return state.mint === mint ? (units) => sell(convertedUnits(tokenUnits(units), migration.rate)) : null;
};
