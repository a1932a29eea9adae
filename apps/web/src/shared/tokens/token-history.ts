import { historyLimit, type TradePoint } from "@tribe/contract";
import { followsTrade, isOlderTrade, mergeTrades } from "@tribe/domain/chart";

/** The trades of a token that are loaded, newest first, without a gap. */
export interface TokenHistory {
  readonly trades: readonly TradePoint[];
  /** Whether the server has older ones. */
  readonly hasOlder: boolean;
}

/** Trades before one (undefined: the newest), newest first, at most `limit`. */
export type ReadPage = (before: TradePoint | undefined, limit: number) => Promise<readonly TradePoint[]>;

/** The size of the first page: enough for the first screen. A phone takes half a second to read and render a whole page. */
const firstLimit = 100;
/** The size of a page when the newest trades were known until a moment ago. */
const refreshLimit = 50;
/** After a longer absence the history starts over instead of reading everything that was missed. */
const maxPages = 4;

/**
 * Reads from the newest trade back to what `known` returned at the start. At the end `known` also contains trades that frames
 * delivered meanwhile, perhaps with a gap below them, which is closed here.
 */
export const readNewest = async (read: ReadPage, known: () => TokenHistory | undefined): Promise<TokenHistory> => {
  const newestBefore = known()?.trades[0];
  let fresh: readonly TradePoint[] = [];
  for (let pages = 1; ; pages += 1) {
    const limit = pages > 1 ? historyLimit : newestBefore ? refreshLimit : firstLimit;
    const more = await read(fresh.at(-1), limit);
    fresh = [...fresh, ...more];
    const oldest = fresh.at(-1);
    const now = known();
    if (more.length < limit || !oldest) return { trades: mergeTrades(now?.trades ?? [], fresh), hasOlder: false };
    if (now && newestBefore && !isOlderTrade(newestBefore, oldest))
      return { trades: mergeTrades(now.trades, fresh), hasOlder: now.hasOlder };
    if (!newestBefore || pages === maxPages) {
      const newer = (now?.trades ?? []).filter((trade) => !isOlderTrade(trade, oldest));
      return { trades: mergeTrades(newer, fresh), hasOlder: true };
    }
  }
};

/** Appends the page before the oldest loaded trade. */
export const withOlder = (history: TokenHistory, older: readonly TradePoint[]): TokenHistory => ({
  trades: mergeTrades(history.trades, older),
  hasOlder: older.length === historyLimit,
});

/** Inserts a trade in order, once. */
export const historyAfterTrade = (history: TokenHistory, trade: TradePoint): TokenHistory => ({
  ...history,
  trades: mergeTrades(history.trades, [trade]),
});

/** Whether a trade directly follows the newest one, without a gap. */
export const followsHistory = (history: TokenHistory, trade: TradePoint): boolean => {
  const [newest] = history.trades;
  return newest === undefined || followsTrade(newest, trade);
};
