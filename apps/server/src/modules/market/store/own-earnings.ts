import { type Address, lamports, type Mint } from "@tribe/contract";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { isCollect } from "../../indexer/index.ts";
import { chainEvents, trades } from "../../indexer/schema.ts";

const count = sql<number>`count(*)`.mapWith(Number);
const isPaidTo = (owners: readonly Address[]): SQL | undefined =>
  and(isCollect(chainEvents.kind), inArray(sql`${chainEvents.data} ->> 'creator'`, [...owners]));

/** The Tribes that paid these wallets for an invited person's trades, or as their Chief, with the number of payments. */
export const earningSizes = async (
  db: Reader,
  owners: readonly Address[],
): Promise<{ readonly mint: Mint; readonly size: number }[]> => {
  const invited = await db
    .select({ mint: trades.mint, size: count })
    .from(trades)
    .where(inArray(trades.referrer, [...owners]))
    .groupBy(trades.mint);
  const paidOut = await db
    .select({ mint: chainEvents.mint, size: count })
    .from(chainEvents)
    .where(isPaidTo(owners))
    .groupBy(chainEvents.mint);
  return [...invited, ...paidOut].flatMap(({ mint, size }) => (mint === null ? [] : [{ mint, size }]));
};

/** The payments of one Tribe: with each trade of an invited person, and whenever a Chief's fees were paid out. */
export const ownEarnings = async (db: Reader, owners: readonly Address[], mint: Mint) => {
  const invited = await db
    .select({ at: trades.blockTime, signature: trades.signature, amount: trades.referralFee, to: trades.referrer })
    .from(trades)
    .where(and(eq(trades.mint, mint), inArray(trades.referrer, [...owners])));
  const paidOut = await db
    .select({
      ...{ at: chainEvents.blockTime, signature: chainEvents.signature },
      amount: sql<string>`${chainEvents.data} ->> 'creatorAmount'`.mapWith((text: string) => lamports(BigInt(text))),
      to: sql<Address>`${chainEvents.data} ->> 'creator'`,
    })
    .from(chainEvents)
    .where(and(eq(chainEvents.mint, mint), isPaidTo(owners)));
  return [
    ...invited.map((row) => ({ ...row, kind: "invited" as const })),
    ...paidOut.map((row) => ({ ...row, kind: "paidOut" as const })),
  ];
};
