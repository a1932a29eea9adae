import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { addressSchema } from "@tribe/contract";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { historyQuery } from "../../queries/history.ts";
import { RecentTrades } from "./RecentTrades.tsx";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");

/** The list as it is drawn from what the cache has. */
const drawn = (fill: (cache: QueryClient) => void): string => {
  const cache = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  fill(cache);
  return renderToString(
    <QueryClientProvider client={cache}>
      <RecentTrades mint={mint} />
    </QueryClientProvider>,
  );
};

it("keeps the place of trades that are on their way, and says so", () => {
  const html = drawn(() => undefined);
  expect(html).toContain('role="status" aria-label="Loading trades"');
  expect(html).toContain("Trades</h2>");
});

it("offers to try again where they did not come", () => {
  const html = drawn((cache) =>
    cache
      .getQueryCache()
      .build(cache, { queryKey: historyQuery(mint).queryKey })
      .setState({ status: "error", error: new Error("no answer"), fetchStatus: "idle" }),
  );
  expect(html).toContain('role="alert"');
  expect(html).toContain("Try again");
  expect(html).not.toContain("Loading trades");
});

it("says that there are none, whatever else of the token is known", () => {
  const html = drawn((cache) => cache.setQueryData(historyQuery(mint).queryKey, { trades: [], hasOlder: false }));
  expect(html).toContain("No trades yet.");
});
