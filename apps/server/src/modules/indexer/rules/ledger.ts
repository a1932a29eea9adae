import type { Address, Mint, TokenId } from "@tribe/contract";
import type { AnyEvent } from "../../../engines/bus/outbox.ts";
import type { ChiefChange } from "../../membership/index.ts";
import type { pools, trades } from "../schema.ts";
import type { TokenRow } from "../store/tokens.ts";

export type TradeRow = typeof trades.$inferSelect;
export type PoolRow = typeof pools.$inferSelect;

/** A token with the changes of the batch so far. */
export interface LedgerEntry {
  readonly token: TokenRow;
  readonly pool: PoolRow | null;
}

/** What a batch of transactions changes in the index. */
export interface LedgerChanges {
  /** Tokens and pools as they are after the batch, those that it touched. */
  readonly tokens: readonly TokenRow[];
  readonly pools: readonly PoolRow[];
  readonly created: readonly Mint[];
  /** In the order in which everybody locks several channels. */
  readonly chiefs: readonly ChiefChange[];
  readonly trades: readonly TradeRow[];
  /** To be published after the commit, in this order. */
  readonly events: readonly AnyEvent[];
}

/** Collects in memory what a batch of transactions changes in the index. */
export class Ledger {
  readonly #entries: Map<TokenId, LedgerEntry>;
  readonly #touchedTokens = new Set<TokenId>();
  readonly #touchedPools = new Set<TokenId>();
  readonly #created: Mint[] = [];
  readonly #chiefs = new Map<Mint, ChiefChange>();
  readonly #trades: TradeRow[] = [];
  readonly #events: AnyEvent[] = [];

  /** @param entries the batch's tokens as they are in the index; those that it does not know are absent */
  constructor(entries: ReadonlyMap<TokenId, LedgerEntry>) {
    this.#entries = new Map(entries);
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

  addEvent(event: AnyEvent): void {
    this.#events.push(event);
  }

  get changes(): LedgerChanges {
    return {
      tokens: [...this.#touchedTokens].flatMap((id) => this.#entries.get(id)?.token ?? []),
      pools: [...this.#touchedPools].flatMap((id) => this.#entries.get(id)?.pool ?? []),
      created: this.#created,
      chiefs: [...this.#chiefs.values()]
        .filter(({ previous, current }) => previous !== current)
        .sort((a, b) => (a.mint < b.mint ? -1 : 1)),
      trades: this.#trades,
      events: this.#events,
    };
  }

  #put(entry: LedgerEntry): LedgerEntry {
    this.#touchedTokens.add(entry.token.tokenId);
    this.#entries.set(entry.token.tokenId, entry);
    return entry;
  }
}
