import { type Address, lamports, type TokenId } from "@tribe/contract";
import { inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { type AnyEvent, writeEvents } from "../../../engines/bus/outbox.ts";
import { type ChiefChange, changeChief, openChannels } from "../../membership/index.ts";
import { inChunks } from "../intake/in-chunks.ts";
import { pools, referrers, tokens, trades } from "../schema.ts";
import type { TokenRow } from "../tokens.ts";

type TradeRow = typeof trades.$inferSelect;
type PoolRow = typeof pools.$inferSelect;

/** A token with the changes of the batch so far. */
export interface LedgerEntry {
  readonly token: TokenRow;
  readonly pool: PoolRow | null;
}

/**
 * Collects in memory what a batch of transactions changes in the index, and writes it in a few statements, however many events
 * there are. Its tokens' rows are locked from `open` to the commit.
 */
export class Ledger {
  readonly #entries: Map<TokenId, LedgerEntry>;
  readonly #touchedTokens = new Set<TokenId>();
  readonly #touchedPools = new Set<TokenId>();
  readonly #created: TokenRow["mint"][] = [];
  readonly #chiefs = new Map<TokenRow["mint"], ChiefChange>();
  readonly #trades: TradeRow[] = [];
  readonly #events: AnyEvent[] = [];

  private constructor(entries: Map<TokenId, LedgerEntry>) {
    this.#entries = entries;
  }

  /** Locks and reads these tokens. Those that the index does not know are absent. */
  static async open(tx: Executor, tokenIds: readonly TokenId[]): Promise<Ledger> {
    if (tokenIds.length === 0) return new Ledger(new Map());
    // Everybody who locks several tokens locks them in this order.
    const rows = await tx
      .select()
      .from(tokens)
      .where(inArray(tokens.tokenId, [...tokenIds]))
      .orderBy(tokens.mint)
      .for("update");
    const mints = rows.map(({ mint }) => mint);
    const found = mints.length > 0 ? await tx.select().from(pools).where(inArray(pools.mint, mints)) : [];
    const poolOf = new Map(found.map((pool) => [pool.mint, pool]));
    return new Ledger(new Map(rows.map((token) => [token.tokenId, { token, pool: poolOf.get(token.mint) ?? null }])));
  }

  find(tokenId: TokenId): LedgerEntry | null {
    return this.#entries.get(tokenId) ?? null;
  }

  create(token: TokenRow): void {
    this.#created.push(token.mint);
    this.#put({ token, pool: null });
  }

  setToken(entry: LedgerEntry, change: Partial<TokenRow>): LedgerEntry {
    return this.#put({ ...entry, token: { ...entry.token, ...change } });
  }

  /** Notes another creator. Of several changes in a batch, the first one's former creator and the last one's new one count. */
  changeCreator(entry: LedgerEntry, current: Address): void {
    const { mint, creatorAddress } = entry.token;
    const previous = this.#chiefs.get(mint)?.previous ?? creatorAddress;
    this.#chiefs.set(mint, { mint, previous, current });
    this.setToken(entry, { creatorAddress: current });
  }

  setPool(entry: LedgerEntry, pool: PoolRow): LedgerEntry {
    this.#touchedPools.add(entry.token.tokenId);
    return this.#put({ ...entry, pool });
  }

  addTrade(trade: TradeRow): void {
    this.#trades.push(trade);
  }

  /** Events to publish after the commit, in this order. */
  tell(event: AnyEvent): void {
    this.#events.push(event);
  }

  async write(tx: Executor): Promise<void> {
    const touched = [...this.#touchedTokens].flatMap((id) => this.#entries.get(id)?.token ?? []);
    await inChunks(touched, async (rows) => {
      await tx.insert(tokens).values(rows).onConflictDoUpdate({ target: tokens.mint, set: changingOfToken });
    });
    const touchedPools = [...this.#touchedPools].flatMap((id) => this.#entries.get(id)?.pool ?? []);
    await inChunks(touchedPools, async (rows) => {
      await tx.insert(pools).values(rows).onConflictDoUpdate({ target: pools.mint, set: changingOfPool });
    });
    await inChunks(this.#created, (mints) => openChannels(tx, mints));
    const chiefs = [...this.#chiefs.values()].filter(({ previous, current }) => previous !== current);
    // In the order in which everybody locks several channels.
    for (const change of chiefs.sort((a, b) => (a.mint < b.mint ? -1 : 1))) await changeChief(tx, change);
    await insertMany(tx, trades, this.#trades);
    await addReferrals(tx, this.#trades);
    await writeEvents(tx, this.#events);
  }

  #put(entry: LedgerEntry): LedgerEntry {
    this.#touchedTokens.add(entry.token.tokenId);
    this.#entries.set(entry.token.tokenId, entry);
    return entry;
  }
}

/** Adds what inviters earned by new trades to their sums. */
const addReferrals = async (tx: Executor, added: readonly TradeRow[]): Promise<void> => {
  const sums = new Map<Address, { readonly earned: bigint; readonly trades: number }>();
  for (const { referrer, referralFee } of added) {
    if (referrer === null || referralFee === 0n) continue;
    const { earned, trades: count } = sums.get(referrer) ?? { earned: 0n, trades: 0 };
    sums.set(referrer, { earned: earned + referralFee, trades: count + 1 });
  }
  // Everybody who writes these sums does it in this order.
  const rows = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, { earned, trades: count }]) => ({ address, earned: lamports(earned), trades: count }));
  const add = sql`on conflict (address) do update set earned = ${referrers}.earned + excluded.earned,
    trades = ${referrers}.trades + excluded.trades`;
  await insertMany(tx, referrers, rows, add);
};

/** The columns of a token that events change; holders are counted with the balances. */
const changingOfToken = {
  creatorAddress: sql`excluded.creator_address`,
  supply: sql`excluded.supply`,
  reserve: sql`excluded.reserve`,
  price: sql`excluded.price`,
  nextSeq: sql`excluded.next_seq`,
  volume: sql`excluded.volume`,
  rankedVolume: sql`excluded.ranked_volume`,
  creatorEarned: sql`excluded.creator_earned`,
  creatorTrades: sql`excluded.creator_trades`,
  newMint: sql`excluded.new_mint`,
  liquidityAddress: sql`excluded.liquidity_address`,
  conversionRate: sql`excluded.conversion_rate`,
  vaults: sql`excluded.vaults`,
};

const changingOfPool = {
  lamports: sql`excluded.lamports`,
  tokens: sql`excluded.tokens`,
  nextSeq: sql`excluded.next_seq`,
};
