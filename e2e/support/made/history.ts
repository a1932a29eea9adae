import { type Address, defaultBondingCurveCoefficient, routes, tradePointSchema, unitsPerToken } from "@tribe/contract";
import { candlesOf, pricedTrade } from "@tribe/domain/chart";
import type { Page } from "playwright-core";
import * as z from "zod/mini";

type WirePoint = z.input<typeof tradePointSchema>;

/** Mocked trades in the server's format, newest first, the newest a minute ago: more than a test can make on the chain. */
export const madeTrades = (made: {
  readonly count: number;
  readonly secondsBetween: number;
  readonly trader: Address;
}): WirePoint[] => {
  const now = Math.floor(Date.now() / 1_000) - 60;
  return Array.from({ length: made.count }, (_, age) => {
    const seq = made.count - age;
    const isSell = seq % 5 === 4;
    const supply = (150n + BigInt(Math.floor(seq / 5) * 3 + (isSell ? 2 : seq % 5))) * unitsPerToken;
    const price = String(supply ** 2n / 10n ** 17n);
    return {
      seq,
      kind: isSell ? "sell" : "buy",
      venue: "curve",
      trader: made.trader,
      amount: unitsPerToken.toString(),
      newTokens: null,
      value: price,
      unitPrice: price,
      priceAfter: price,
      supplyAfterTrade: supply.toString(),
      blockTime: now - age * made.secondsBetween,
      signature: String(seq).replaceAll("0", "z").padStart(64, "1"),
    };
  });
};

/** Mocks the answers to a page's calls for candles with the same trades. @returns the cursors requested so far. */
export const answerCandles = async (page: Page, trades: readonly WirePoint[]): Promise<readonly (string | null)[]> => {
  const cursors: (string | null)[] = [];
  await page.route("**/api/v1/factory/candles*", (route) => {
    const { searchParams } = new URL(route.request().url());
    const before = searchParams.get("before");
    cursors.push(before);
    const begin = trades.findIndex(({ seq }) => `curve:${seq}` === before) + 1;
    const older = trades.slice(begin).map((point) => z.decode(tradePointSchema, point));
    const priced = older
      .map((point) => ({ ...pricedTrade(point, defaultBondingCurveCoefficient), before: null }))
      .reverse();
    const candles = candlesOf(priced, Number(searchParams.get("interval")));
    return route.fulfill({ json: z.encode(routes.market.candles.answer, { candles, before: null }) });
  });
  return cursors;
};

/** Mocks the answers to a page's calls for the history with these trades. @returns the cursors requested so far. */
export const answerHistory = async (page: Page, trades: readonly WirePoint[]): Promise<readonly (string | null)[]> => {
  const cursors: (string | null)[] = [];
  await page.route("**/api/v1/factory/history*", (route) => {
    const { searchParams } = new URL(route.request().url());
    const before = searchParams.get("before");
    cursors.push(before);
    const begin = before === null ? 0 : trades.findIndex(({ seq }) => `curve:${seq}` === before) + 1;
    return route.fulfill({ json: trades.slice(begin, begin + Number(searchParams.get("limit"))) });
  });
  return cursors;
};
