import { lightTokenAuthority } from "@tribe/chain/accounts";
import { type Address, lamports, type Mint, tradeState, type Uid } from "@tribe/contract";
import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { airdropBatches, airdropEntries, airdropTasks } from "../../airdrop/schema.ts";
import { chainEvents, tokenAccounts, tokenMoves, tokens, trades } from "../../indexer/schema.ts";
import { tickets } from "../../transactions/schema.ts";
import { walletMoves } from "../../wallet/schema.ts";

/** Wallets that were a person's before the present one: their keys are nobody else's. */
export const formerWallets = async (db: Reader, uid: Uid): Promise<Address[]> =>
  (await db.select({ from: walletMoves.from }).from(walletMoves).where(eq(walletMoves.uid, uid))).map(
    ({ from }) => from,
  );

/** All Tribes whose tokens these wallets ever had, by mint, with how much the index has of each. */
export const historySizes = async (
  db: Reader,
  owners: readonly Address[],
): Promise<{ readonly mint: Mint; readonly size: number }[]> => {
  const count = sql<number>`count(*)`.mapWith(Number);
  const [moves, traded] = await Promise.all([
    db
      .select({ mint: tokenMoves.mint, size: count })
      .from(tokenMoves)
      .where(inArray(tokenMoves.owner, [...owners]))
      .groupBy(tokenMoves.mint),
    db
      .select({ mint: trades.mint, size: count })
      .from(trades)
      .where(inArray(trades.trader, [...owners]))
      .groupBy(trades.mint),
  ]);
  const sizes = new Map<Mint, number>();
  for (const { mint, size } of [...moves, ...traded]) sizes.set(mint, (sizes.get(mint) ?? 0) + size);
  return [...sizes].map(([mint, size]) => ({ mint, size })).sort((a, b) => (a.mint < b.mint ? -1 : 1));
};

/** How these wallets' accounts of these Tribes changed. */
export const ownMoves = (db: Reader, owners: readonly Address[], mints: readonly Mint[]) => {
  const { account, owner, mint, isNew, signature, slot, blockTime, unitsBefore, unitsAfter, networkFee, deposit } =
    tokenMoves;
  // Named in full: in a statement of one table, Drizzle writes columns without it.
  const compressed = sql<string>`(select coalesce(sum(light.units_after - light.units_before), 0) from ${tokenMoves} as light
    where light.signature = ${tokenMoves}.signature and light.mint = ${tokenMoves}.mint
      and light.is_new = ${tokenMoves}.is_new and light.owner = ${lightTokenAuthority})`;
  return db
    .select({
      ...{ account, owner, mint, isNew, signature, slot, blockTime, unitsBefore, unitsAfter, networkFee, deposit },
      compressed: compressed.mapWith(BigInt),
      isCreation: sql<boolean>`exists (select from ${chainEvents} as events
        where events.signature = ${tokenMoves}.signature and events.kind = 'tokenCreated')`,
      isAirdrop: sql<boolean>`exists (select from ${tickets} as given
        where given.signature = ${tokenMoves}.signature and given.kind = 'airdrop')`,
    })
    .from(tokenMoves)
    .where(and(inArray(owner, [...owners]), inArray(mint, [...mints])));
};

/** These wallets' trades of these Tribes. */
export const ownTradesOf = (db: Reader, owners: readonly Address[], mints: readonly Mint[]) =>
  db
    .select({
      ...{ mint: trades.mint, trader: trades.trader, signature: trades.signature, seq: trades.seq },
      ...{ blockTime: trades.blockTime, kind: trades.kind, amount: trades.amount, newTokens: trades.newTokens },
      value: trades.value,
      fees: sql<string>`${trades.platformFee} + ${trades.creatorFee} + ${trades.referralFee} + ${trades.liquidityFee}`.mapWith(
        (sum: string) => lamports(BigInt(sum)),
      ),
    })
    .from(trades)
    .where(and(inArray(trades.trader, [...owners]), inArray(trades.mint, [...mints])));

/** What airdrops of these Tribes' tokens, old or new ones, have paid to these wallets. */
export const ownShares = (db: Executor, owners: readonly Address[], mints: readonly Mint[]) =>
  db
    .select({
      mint: tokens.mint,
      isNew: sql<boolean>`${airdropTasks.airdropMint} <> ${tokens.mint}`,
      units: airdropEntries.amount,
      giver: airdropTasks.creator,
      signature: tickets.signature,
      // As the chain has it where the index saw the giver's tokens leave; another token's payment it did not see.
      at: sql<Date | null>`coalesce((select min(moves.block_time) from ${tokenMoves} as moves
        where moves.signature = ${tickets.signature}), ${tickets.changedAt})`.mapWith(tickets.changedAt),
    })
    .from(airdropEntries)
    .innerJoin(airdropTasks, eq(airdropTasks.id, airdropEntries.taskId))
    .innerJoin(tokens, or(eq(tokens.mint, airdropTasks.airdropMint), eq(tokens.newMint, airdropTasks.airdropMint)))
    .innerJoin(
      airdropBatches,
      and(
        eq(airdropBatches.taskId, airdropEntries.taskId),
        eq(airdropBatches.index, sql`${airdropEntries.place} / ${airdropTasks.batchSize}`),
      ),
    )
    .leftJoin(tickets, and(eq(tickets.ticket, airdropBatches.ticket), eq(tickets.state, tradeState.succeeded)))
    .where(
      and(
        inArray(airdropEntries.address, [...owners]),
        isNotNull(airdropEntries.place),
        eq(airdropBatches.isPaid, true),
        inArray(tokens.mint, [...mints]),
      ),
    );

/** What these wallets' accounts of these Tribes have now, in base units of each mint. */
export const ownBalances = (db: Reader, owners: readonly Address[], mints: readonly Mint[]) => {
  const isNew = sql<boolean>`${tokenAccounts.newAmount} is not null`;
  return db
    .select({
      mint: tokenAccounts.mint,
      owner: tokenAccounts.owner,
      isNew,
      units: sql<string>`sum(coalesce(${tokenAccounts.newAmount}, ${tokenAccounts.amount}))`.mapWith(BigInt),
      /** In old tokens, as a holding adds it up: each account rounded down. */
      worth: sql<string>`sum(${tokenAccounts.amount})`.mapWith(BigInt),
    })
    .from(tokenAccounts)
    .where(and(inArray(tokenAccounts.owner, [...owners]), inArray(tokenAccounts.mint, [...mints])))
    .groupBy(tokenAccounts.mint, tokenAccounts.owner, isNew);
};

/** Names and conversion rates of Tribes. */
export const tribesOfHistories = (db: Reader, mints: readonly Mint[]) =>
  db
    .select({ mint: tokens.mint, name: tokens.name, symbol: tokens.symbol, rate: tokens.conversionRate })
    .from(tokens)
    .where(inArray(tokens.mint, [...mints]));
