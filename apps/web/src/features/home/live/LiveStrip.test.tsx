import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { LiveSummary } from "@tribe/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { livesQuery } from "../../../shared/live/lives.ts";
import { fullestLives } from "./fullest-lives.ts";
import { LiveStrip } from "./LiveStrip.tsx";
import { keepSlots } from "./live-slots.ts";

it("keeps its place when the last live has ended, and says so", () => {
  const cache = new QueryClient();
  cache.setQueryData(livesQuery.queryKey, []);
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <LiveStrip />
    </QueryClientProvider>,
  );
  expect(drawn).toContain("Nobody is live any more.");
  expect(drawn).toContain(" h-27 ");
});

it("leaves a live where it was shown, and gives a later one a free place or that of one which has ended", () => {
  const live = (mint: string, viewers: number) => ({ mint, viewers }) as LiveSummary; // nothing else is looked at
  const [one, two, three, four] = [live("1", 9), live("2", 5), live("3", 7), live("4", 99)];
  const mints = (slots: readonly LiveSummary[]) => slots.map(({ mint }) => mint);
  const first = keepSlots([], [two, one]);
  expect(mints(first)).toEqual(["1", "2"]);
  const full = keepSlots(first, [live("2", 50), one, three]);
  expect(mints(full)).toEqual(["1", "2", "3"]);
  expect(keepSlots(full, [one, two, three, four])).toBe(full);
  expect(keepSlots(full, [one, three])).toBe(full);
  expect(mints(keepSlots(full, [one, three, four]))).toEqual(["1", "4", "3"]);
});

it("shows the three that most are in, the fullest first", () => {
  const lives = [1, 5, 3, 4].map((viewers) => ({ viewers }) as LiveSummary); // nothing else is looked at
  expect(fullestLives(lives).map(({ viewers }) => viewers)).toEqual([5, 4, 3]);
});
