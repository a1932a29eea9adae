import type { Mint } from "@tribe/contract";
import QuickLRU from "quick-lru";
import type { AppContext } from "../../../context/context.ts";
import { type DayLine, type DayPrices, dayHours, dayWorth, heightsOf } from "../rules/day-line.ts";
import { hourlyPrices } from "../store/day-prices.ts";

/** A drawing of a few pixels: changes within this time would not be visible. */
const maxAgeMs = 5 * 60_000;
/** About 10 MB. */
const maxCached = 20_000;

type Lines = QuickLRU<Mint, { readonly prices: DayPrices; readonly line: DayLine }>;

const cached = new WeakMap<AppContext, Lines>();

const linesOf = (ctx: AppContext): Lines => {
  const lines = cached.get(ctx) ?? new QuickLRU({ maxSize: maxCached, maxAge: maxAgeMs });
  cached.set(ctx, lines);
  return lines;
};

/** The lines of these tokens that are cached. */
export const cachedDayLines = (ctx: AppContext, mints: readonly Mint[]): ReadonlyMap<Mint, DayLine> => {
  const lines = linesOf(ctx);
  return new Map(
    mints.flatMap((mint) => {
      const found = lines.get(mint);
      return found ? [[mint, found.line] as const] : [];
    }),
  );
};

const readMissing = async (ctx: AppContext, mints: readonly Mint[]): Promise<Lines> => {
  const lines = linesOf(ctx);
  const missing = mints.filter((mint) => !lines.has(mint));
  if (missing.length === 0) return lines;
  const read = await hourlyPrices(ctx.db, missing, dayHours, ctx.now());
  for (const mint of missing) {
    const prices = (read.get(mint) ?? []).map(Number);
    lines.set(mint, { prices, line: heightsOf(prices) });
  }
  return lines;
};

/** The lines of these tokens, at most some minutes old. Fifty that are not cached take about ten milliseconds. */
export const dayLinesOf = async (ctx: AppContext, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, DayLine>> => {
  await readMissing(ctx, mints);
  return cachedDayLines(ctx, mints);
};

/** The value of holdings hour by hour in the last day, see {@link dayWorth}. */
export const dayWorthOf = async (
  ctx: AppContext,
  held: readonly { readonly mint: Mint; readonly amount: bigint; readonly value: bigint }[],
): Promise<readonly bigint[] | null> => {
  const lines = await readMissing(
    ctx,
    held.map(({ mint }) => mint),
  );
  return dayWorth(held.map(({ mint, amount, value }) => ({ amount, value, prices: lines.get(mint)?.prices ?? [] })));
};
