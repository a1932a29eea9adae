import type { TokenSummary } from "@tribe/contract";
import { formatAmount, formatCost } from "@tribe/domain/money";

const perSol = 1_000_000_000n;

/** SOL with about three digits: people compare the figures of a column and don't pay them. */
export const shortSol = (lamports: bigint): string => {
  if (lamports >= 100n * perSol) return formatAmount(lamports, { decimals: 0 });
  return formatAmount(lamports, lamports >= 10n * perSol ? { decimals: 1 } : { decimals: 7, significant: 2 });
};

type Seats = Pick<TokenSummary, "memberCount" | "groupSize">;

export const freeSeats = ({ memberCount, groupSize }: Seats): number => Math.max(0, groupSize - memberCount);

/** The text about seats in a phone's second line: "3 free · seat 0.03". It wraps between its two parts alone. */
export const seatWords = (token: Seats & Pick<TokenSummary, "seatPrice">): string => {
  const free = freeSeats(token);
  const left = free === 0 ? "Full" : `${free}\u00a0free`;
  return token.seatPrice === null ? left : `${left}\u00a0· seat\u00a0${formatCost(token.seatPrice)}`;
};
