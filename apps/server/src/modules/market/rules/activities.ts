import type { Address, AnswerOf, Lamports, Mint, routes, TokenUnits } from "@tribe/contract";
import type { newestSeats, newestTribes } from "../store/newest.ts";
import type { TradeRow } from "../store/trades.ts";

/** Something that somebody did in a Tribe. */
export interface ActivityFacts {
  readonly kind: AnswerOf<typeof routes.market.activity>["activities"][number]["kind"];
  readonly at: Date;
  readonly mint: Mint;
  readonly address: Address;
  /** Of a trade. */
  readonly amount: TokenUnits | null;
  readonly value: Lamports | null;
}

/** The newest of each kind. */
interface Newest {
  readonly trades: readonly Pick<TradeRow, "kind" | "blockTime" | "mint" | "trader" | "amount" | "value">[];
  readonly tribes: Awaited<ReturnType<typeof newestTribes>>;
  readonly seats: Awaited<ReturnType<typeof newestSeats>>;
}

/** The newest of all kinds, the newest first. */
export const mergeActivities = ({ trades, tribes, seats }: Newest, limit: number): ActivityFacts[] =>
  [
    ...trades.map(
      ({ kind, blockTime, mint, trader, amount, value }): ActivityFacts => ({
        kind,
        at: blockTime,
        mint,
        address: trader,
        amount,
        value,
      }),
    ),
    ...tribes.map(({ mint, address, at }): ActivityFacts => ({ kind: "create", at, mint, address, ...noTrade })),
    ...seats.map(
      ({ mint, address, state, at }): ActivityFacts => ({
        kind: state === "active" ? "seated" : "out",
        at,
        mint,
        address,
        ...noTrade,
      }),
    ),
  ]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit);

const noTrade = { amount: null, value: null };
