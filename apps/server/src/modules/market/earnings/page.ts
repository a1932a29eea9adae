import { type Address, type AnswerOf, lamports, type Mint, type routes } from "@tribe/contract";
import { and, desc, eq, gt, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { tokens, trades } from "../schema.ts";
import type { TokenRow } from "../tokens.ts";
import { type Payouts, payoutKey } from "./payouts.ts";

type Item = AnswerOf<typeof routes.earnings.list>["items"][number];
type TradeRow = typeof trades.$inferSelect;

/** Whose earnings: the trades of their own tokens, and of whom they invited. */
export interface Earner {
  readonly address: Address;
  readonly own: readonly TokenRow[];
  readonly payouts: Payouts;
}

const byMint = sql`${trades.mint} collate "C"`;

/** The newest first; trades of one second by mint and place, so that every trade has one place in the list. */
const newestFirst = [desc(trades.blockTime), desc(byMint), desc(trades.seq)] as const;

const referredTrades = (
  db: Executor,
  address: Address,
  mints: readonly Mint[],
  older: SQL | undefined,
  limit: number,
) => {
  const isOthers = mints.length > 0 ? not(inArray(trades.mint, [...mints])) : undefined;
  const where = and(eq(trades.referrer, address), gt(trades.referralFee, lamports(0n)), isOthers, older);
  return db
    .select()
    .from(trades)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit);
};

/** Each token's newest by its own index, however many trades the tokens have. */
const ownTrades = async (db: Executor, mints: readonly Mint[], older: SQL | undefined, limit: number) => {
  if (mints.length === 0) return [];
  const newest = db
    .select()
    .from(trades)
    .where(and(eq(trades.mint, tokens.mint), gt(trades.creatorFee, lamports(0n)), older))
    .orderBy(...newestFirst)
    .limit(limit)
    .as("newest");
  const rows = await db
    .select()
    .from(tokens)
    .innerJoinLateral(newest, sql`true`)
    .where(inArray(tokens.mint, [...mints]));
  return rows.map((row) => row.newest);
};

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
  { address, own, payouts }: Earner,
  cursor: string | undefined,
  limit: number,
): Promise<{ items: Item[]; nextCursor: string | null }> => {
  const older = after(cursor);
  const mints = own.map(({ mint }) => mint);
  const parts = await Promise.all([
    ownTrades(db, mints, older, limit + 1),
    referredTrades(db, address, mints, older, limit + 1),
  ]);
  const rows = parts.flat().sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const others = [...new Set(page.map(({ mint }) => mint))].filter((mint) => !mints.includes(mint));
  const words = new Map(
    [...own, ...(await wordsOf(db, others))].map(({ mint, name, symbol }) => [mint, { name, symbol }]),
  );
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
        isPaid: !isOwn || row.seq < (payouts.get(payoutKey(row.venue, row.mint))?.place ?? -1n),
        blockTime: row.blockTime.getTime(),
      };
    }),
    nextCursor: last && rows.length > limit ? writeCursor(last) : null,
  };
};

const wordsOf = async (db: Executor, mints: readonly Mint[]) =>
  mints.length === 0
    ? []
    : db
        .select({ mint: tokens.mint, name: tokens.name, symbol: tokens.symbol })
        .from(tokens)
        .where(inArray(tokens.mint, [...mints]));
