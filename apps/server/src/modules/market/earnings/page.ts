import { type Address, type AnswerOf, lamports, type Mint, type routes, type TradeVenue } from "@tribe/contract";
import { and, desc, eq, gt, inArray, max, not, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { collects } from "../accrued-fees.ts";
import { chainEvents, tokens, trades } from "../schema.ts";

type Item = AnswerOf<typeof routes.earnings.list>["items"][number];
type TradeRow = typeof trades.$inferSelect;

/** Whose earnings: the trades of their own tokens, and of whom they invited. */
export interface Earner {
  readonly address: Address;
  readonly mints: readonly Mint[];
}

const byMint = sql`${trades.mint} collate "C"`;

/** The newest first; trades of one second by mint and place, so that every trade has one place in the list. */
const select = (db: Executor, where: SQL | undefined, limit: number): Promise<TradeRow[]> =>
  db.select().from(trades).where(where).orderBy(desc(trades.blockTime), desc(byMint), desc(trades.seq)).limit(limit);

const writeCursor = ({ blockTime, mint, seq }: TradeRow): string => `${blockTime.getTime()}.${mint}.${seq}`;

const after = (cursor: string | undefined): SQL | undefined => {
  if (cursor === undefined) return undefined;
  const [time, mint, seq] = cursor.split(".");
  const at = new Date(Number(time)).toISOString();
  return sql`(${trades.blockTime}, ${byMint}, ${trades.seq}) < (${at}::timestamptz, ${mint}, ${seq}::numeric)`;
};

const isBefore = (a: TradeRow, b: TradeRow): boolean => {
  if (a.blockTime.getTime() !== b.blockTime.getTime()) return a.blockTime > b.blockTime;
  return a.mint === b.mint ? a.seq > b.seq : a.mint > b.mint;
};

/** One page of the trades that somebody earned by. Both parts come by their own index; the page is their merge. */
export const earningsPage = async (
  db: Executor,
  { address, mints }: Earner,
  cursor: string | undefined,
  limit: number,
): Promise<{ items: Item[]; nextCursor: string | null }> => {
  const older = after(cursor);
  const referred = and(eq(trades.referrer, address), gt(trades.referralFee, lamports(0n)), older);
  const parts = await Promise.all([
    mints.length > 0
      ? select(db, and(inArray(trades.mint, mints), gt(trades.creatorFee, lamports(0n)), older), limit + 1)
      : [],
    select(db, mints.length > 0 ? and(referred, not(inArray(trades.mint, mints))) : referred, limit + 1),
  ]);
  const rows = parts.flat().sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const words = await wordsOf(db, [...new Set(page.map(({ mint }) => mint))]);
  const payouts = await lastPayouts(db, mints);
  return {
    items: page.map((row) => {
      const isOwn = mints.includes(row.mint);
      return {
        mint: row.mint,
        ...(words.get(row.mint) ?? { name: "", symbol: "" }),
        kind: row.kind,
        venue: row.venue,
        signature: row.signature as Item["signature"], // stored as the chain gave it
        value: row.value,
        creatorFee: isOwn ? row.creatorFee : lamports(0n),
        referralFee: row.referrer === address ? row.referralFee : lamports(0n),
        isPaid: !isOwn || row.seq < (payouts.get(`${row.venue} ${row.mint}`) ?? -1n),
        blockTime: row.blockTime.getTime(),
      };
    }),
    nextCursor: last && rows.length > limit ? writeCursor(last) : null,
  };
};

const wordsOf = async (db: Executor, mints: readonly Mint[]) => {
  if (mints.length === 0) return new Map<Mint, { name: string; symbol: string }>();
  const rows = await db
    .select({ mint: tokens.mint, name: tokens.name, symbol: tokens.symbol })
    .from(tokens)
    .where(inArray(tokens.mint, mints));
  return new Map(rows.map(({ mint, ...words }) => [mint, words]));
};

/** Where the last payout of each venue stood: it paid for everything before it. */
const lastPayouts = async (db: Executor, mints: readonly Mint[]): Promise<Map<string, bigint>> => {
  if (mints.length === 0) return new Map();
  const rows = await db
    .select({ mint: chainEvents.mint, kind: chainEvents.kind, seq: max(chainEvents.seq) })
    .from(chainEvents)
    .where(and(inArray(chainEvents.mint, mints), inArray(chainEvents.kind, Object.values(collects))))
    .groupBy(chainEvents.mint, chainEvents.kind);
  return new Map(rows.map(({ mint, kind, seq }) => [`${venueOf(kind)} ${mint}`, BigInt(seq ?? 0)]));
};

const venueOf = (kind: string): TradeVenue => (kind === collects.pool ? "pool" : "curve");
