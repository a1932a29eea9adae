import { type Address, type Mint, tradeState, type Uid } from "@tribe/contract";
import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { shownTribeName } from "../../identity/index.ts";
import { tokens } from "../../indexer/schema.ts";
import { tickets } from "../../transactions/schema.ts";
import type { TransferCursor } from "../rules/page.ts";

const { uid, kind, state, request, trader, mint, signature, changedAt } = tickets;
/** Written as in the indexes, or PostgreSQL does not use them. */
const hasLanded = and(eq(kind, sql.raw("'transfer'")), eq(state, sql.raw(`${tradeState.succeeded}`)));
const recipient = sql<Address>`${request} ->> 'recipient'`;

const isOlder = ({ time, signature: of }: TransferCursor): SQL =>
  sql`(${changedAt}, ${signature}) < (${time.toISOString()}::timestamptz, ${of})`;

const landedTransfers = (db: Executor, whose: SQL, after: TransferCursor | null, limit: number) =>
  db
    .select({ uid, request, trader, mint, signature, changedAt, recipient })
    .from(tickets)
    .where(and(hasLanded, whose, after ? isOlder(after) : undefined))
    .orderBy(desc(changedAt), desc(signature))
    .limit(limit);

/** A transfer that has landed. */
export type TransferRow = Awaited<ReturnType<typeof landedTransfers>>[number];

/** The transfers that a person has sent, the newest first, by an index of their own. */
export const sentTransfers = (
  db: Executor,
  sender: Uid,
  after: TransferCursor | null,
  limit: number,
): Promise<TransferRow[]> => landedTransfers(db, sql`${uid} = ${sender}`, after, limit);

/** The transfers to a wallet, the newest first, by an index of their own. */
export const receivedTransfers = (
  db: Executor,
  wallet: Address,
  after: TransferCursor | null,
  limit: number,
): Promise<TransferRow[]> => landedTransfers(db, sql`${recipient} = ${wallet}`, after, limit);

/** A token that was sent. */
export interface SentToken {
  readonly mint: Mint;
  readonly name: string;
  readonly symbol: string;
  /** It is the Tribe's new token. */
  readonly isNew: boolean;
}

/** Tokens by their old or new mint. */
export const tokensByMint = async (db: Executor, mints: readonly Mint[]): Promise<Map<Mint, SentToken>> => {
  if (mints.length === 0) return new Map();
  const rows = await db
    .select({ mint: tokens.mint, newMint: tokens.newMint, name: shownTribeName(tokens), symbol: tokens.symbol })
    .from(tokens)
    .where(or(inArray(tokens.mint, [...mints]), inArray(tokens.newMint, [...mints])));
  const found = new Map<Mint, SentToken>();
  for (const { newMint, ...token } of rows) {
    found.set(token.mint, { ...token, isNew: false });
    if (newMint) found.set(newMint, { ...token, isNew: true });
  }
  return found;
};

/** The old mint of the Tribe that an old or a new mint belongs to; null when there is none. */
export const findTribeMint = async (db: Reader, either: Mint): Promise<Mint | null> => {
  const [found] = await db
    .select({ mint: tokens.mint })
    .from(tokens)
    .where(or(eq(tokens.mint, either), eq(tokens.newMint, either)))
    .limit(1);
  return found?.mint ?? null;
};
