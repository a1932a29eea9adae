import { type Address, type AnswerOf, type Mint, routes, tradeState } from "@tribe/contract";
import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { wireBlockTime } from "../../../db/block-time.ts";
import type { Executor } from "../../../db/client.ts";
import { query } from "../../../http/implement.ts";
import { callerWallet, nameAndPictureAt, peopleByAddresses, shownTribeName } from "../../identity/index.ts";
import { tokens } from "../../indexer/schema.ts";
import { tickets } from "../../transactions/schema.ts";

type Transfer = AnswerOf<typeof routes.transfers.list>["transfers"][number];

const { uid, kind, state, request, trader, mint, signature, changedAt } = tickets;
/** Written as in the indexes, or PostgreSQL does not use them. */
const hasLanded = and(eq(kind, sql.raw("'transfer'")), eq(state, sql.raw(`${tradeState.succeeded}`)));
const recipient = sql<Address>`${request} ->> 'recipient'`;

const olderThan = (cursor: string | undefined): SQL | undefined => {
  const [time, of] = cursor?.split(".") ?? [];
  if (time === undefined || of === undefined) return undefined;
  return sql`(${changedAt}, ${signature}) < (${new Date(Number(time)).toISOString()}::timestamptz, ${of})`;
};

/** The sent or the received transfers, each by its own index. */
const read = (db: Executor, whose: SQL, cursor: string | undefined, limit: number) =>
  db
    .select({ uid, request, trader, mint, signature, changedAt, recipient })
    .from(tickets)
    .where(and(hasLanded, whose, olderThan(cursor)))
    .orderBy(desc(changedAt), desc(signature))
    .limit(limit);

/** Tokens by their old or new mint. */
const tokensOf = async (db: Executor, mints: readonly Mint[]): Promise<Map<Mint, NonNullable<Transfer["token"]>>> => {
  if (mints.length === 0) return new Map();
  const rows = await db
    .select({ mint: tokens.mint, newMint: tokens.newMint, name: shownTribeName(tokens), symbol: tokens.symbol })
    .from(tokens)
    .where(or(inArray(tokens.mint, [...mints]), inArray(tokens.newMint, [...mints])));
  const found = new Map<Mint, NonNullable<Transfer["token"]>>();
  for (const { newMint, ...token } of rows) {
    found.set(token.mint, { ...token, isNew: false });
    if (newMint) found.set(newMint, { ...token, isNew: true });
  }
  return found;
};

/** What the caller has sent and received in transfers that went through this server. */
export const list = query(routes.transfers.list, async ({ tx, query: { cursor, limit }, session }) => {
  const wallet = await callerWallet(tx, session.uid);
  const sides = [
    await read(tx, sql`${uid} = ${session.uid}`, cursor, limit + 1),
    await read(tx, sql`${recipient} = ${wallet}`, cursor, limit + 1),
  ];
  const rows = sides
    .flat()
    .flatMap((row) => (row.signature === null ? [] : [{ ...row, signature: row.signature }]))
    .sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime() || (a.signature < b.signature ? 1 : -1));
  const page = rows.slice(0, limit);
  const others = page.map((row) => (row.uid === session.uid ? row.recipient : row.trader));
  const [faces, known] = await Promise.all([
    peopleByAddresses(tx, [...new Set(others)]),
    tokensOf(tx, [...new Set(page.flatMap((row) => (row.request.mint === undefined ? [] : [row.mint])))]),
  ]);
  const last = page.at(-1);
  return {
    transfers: page.map((row, index): Transfer => {
      const address = others[index] ?? row.trader;
      const person = faces.get(address);
      return {
        direction: row.uid === session.uid ? "out" : "in",
        signature: row.signature,
        other: { address, uid: person?.uid ?? null, ...nameAndPictureAt(address, person) },
        token: row.request.mint === undefined ? null : (known.get(row.mint) ?? null),
        amount: BigInt(row.request.amount ?? 0),
        memo: row.request.memo ?? null,
        blockTime: wireBlockTime(row.changedAt),
      };
    }),
    nextCursor: last && rows.length > limit ? `${last.changedAt.getTime()}.${last.signature}` : null,
  };
});
