import { historyLimit, type TradePoint } from "@tribe/contract";
import { followsTrade, isOlderTrade, mergeTrades } from "@tribe/domain/chart";

/** The trades of a token that are loaded, newest first, without a gap. */
export interface TokenHistory {
  readonly trades: readonly TradePoint[];
  /** The server has older ones than the last. */
  readonly hasOlder: boolean;
}

/** Trades before one (undefined: the newest), newest first, at most `limit`. */
export type ReadPage = (before: TradePoint | undefined, limit: number) => Promise<readonly TradePoint[]>;

/** The first page: what the first sight shows and draws. A phone takes half a second to read and draw a whole page. */
const firstLimit = 100;
/** What is asked for when the newest trades are known up to a moment ago. */
const refreshLimit = 50;
/** A longer absence begins the history anew instead of reading all that was missed. */
const maxPages = 4;

/**
 * Reads from the newest trade back to what `known` gave when it began. What `known` gives at the end has the trades that
 * frames brought meanwhile, perhaps with a gap below them, which is closed here.
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

/** Puts the page before the oldest loaded trade below it. */
export const withOlder = (history: TokenHistory, older: readonly TradePoint[]): TokenHistory => ({
  trades: mergeTrades(history.trades, older),
  hasOlder: older.length === historyLimit,
});

/** Puts a trade in its place, once. */
export const historyAfterTrade = (history: TokenHistory, trade: TradePoint): TokenHistory => ({
  ...history,
  trades: mergeTrades(history.trades, [trade]),
});

/** Whether a trade follows the newest one, so that nothing is missing between. */
export const followsHistory = (history: TokenHistory, trade: TradePoint): boolean => {
  const [newest] = history.trades;
  return newest === undefined || followsTrade(newest, trade);
};
