// Why they are joined: docs/decisions/0209.
import type { Address, AnswerOf, Lamports, Mint, routes, TokenUnits } from "@tribe/contract";
import type { newestSeats, newestTribes } from "../store/newest.ts";
import type { TradeRow } from "../store/trades.ts";

/** Something that somebody did in a Tribe. */
export interface ActivityFacts {
  readonly kind: AnswerOf<typeof routes.market.activity>["activities"][number]["kind"];
  readonly at: Date;
  readonly mint: Mint;
  readonly address: Address;
  /** Of a trade, also of the one that changed a seat. */
  readonly amount: TokenUnits | null;
  readonly value: Lamports | null;
  /** The seat that was taken, from 1. */
  readonly seat: number | null;
  /** Whose seats changed by the same. */
  readonly others: readonly { readonly kind: "seated" | "out"; readonly address: Address }[];
}

type Trade = Pick<TradeRow, "kind" | "blockTime" | "mint" | "trader" | "amount" | "value">;
type Seat = Awaited<ReturnType<typeof newestSeats>>[number];

/** The newest of each kind. */
interface Newest {
  readonly trades: readonly Trade[];
  readonly tribes: Awaited<ReturnType<typeof newestTribes>>;
  readonly seats: readonly Seat[];
}

/**
 * The newest of all kinds, the newest first. What one cause changed is one activity: the purchase or sale, who took a seat by it,
 * and who lost one.
 */
export const mergeActivities = ({ trades, tribes, seats }: Newest, limit: number): ActivityFacts[] => {
  const joined = new Set<Trade>();
  const seatings = byChange(seats).flatMap((changed) => joinByCause(changed, trades, joined));
  return [
    ...seatings,
    ...trades
      .filter((trade) => !joined.has(trade))
      .map(
        ({ kind, blockTime, mint, trader, amount, value }): ActivityFacts => ({
          ...{ kind, at: blockTime, mint, address: trader },
          ...{ amount, value, seat: null, others: [] },
        }),
      ),
    ...tribes.map(({ mint, address, at }): ActivityFacts => ({ kind: "create", at, mint, address, ...nothingElse })),
  ]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit);
};

const nothingElse = { amount: null, value: null, seat: null, others: [] };

const kindOf = ({ state }: Seat): "seated" | "out" => (state === "active" ? "seated" : "out");

/** Seats that changed in one transaction: they have its time. */
const byChange = (seats: readonly Seat[]): readonly Seat[][] => {
  const groups = new Map<string, Seat[]>();
  for (const seat of seats) {
    const key = `${seat.mint} ${seat.at.getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  return [...groups.values()];
};

/** Who buys asks for the seat next, which takes a moment; a block's time has whole seconds. Milliseconds. */
const [longestBefore, longestAfter] = [180_000, 5_000];

/** One activity, if it has one subject: who took the seat, or who sold it. Otherwise one for each seat. */
const joinByCause = (changed: readonly Seat[], trades: readonly Trade[], joined: Set<Trade>): ActivityFacts[] => {
  const tradeOf = ({ mint, address, at }: Seat, kind: Trade["kind"]): Trade | undefined =>
    trades.find((trade) => {
      const before = at.getTime() - trade.blockTime.getTime();
      const isNear = before <= longestBefore && before >= -longestAfter;
      return trade.kind === kind && trade.mint === mint && trade.trader === address && isNear && !joined.has(trade);
    });
  const [seated, ...moreSeated] = changed.filter(({ state }) => state === "active");
  const outs = changed.filter(({ state }) => state !== "active");
  const seller = outs.find((seat) => tradeOf(seat, "sell"));
  const subject = seller ?? (moreSeated.length === 0 ? seated : undefined);
  if (!subject) return changed.map((seat) => factsOf(seat, undefined, []));
  const trade = tradeOf(subject, seller ? "sell" : "buy");
  if (trade) joined.add(trade);
  const others = changed.filter((seat) => seat !== subject);
  return [factsOf(subject, trade, others)];
};

const factsOf = (seat: Seat, trade: Trade | undefined, others: readonly Seat[]): ActivityFacts => ({
  kind: kindOf(seat),
  at: seat.at,
  mint: seat.mint,
  address: seat.address,
  amount: trade?.amount ?? null,
  value: trade?.value ?? null,
  seat: seat.state === "active" ? seat.seat : null,
  others: others.map((other) => ({ kind: kindOf(other), address: other.address })),
});
