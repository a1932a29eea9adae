import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { LiveSummary } from "@tribe/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { livesQuery } from "../../../shared/live/lives.ts";
import { fullestLives } from "./fullest-lives.ts";
import { LiveStrip } from "./LiveStrip.tsx";
import { keepSlots } from "./live-slots.ts";

it("keeps its height when the last session has ended, and says so", () => {
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

it("keeps a session's position, and gives a later one a free position or that of an ended one", () => {
  const live = (mint: string, viewers: number) => ({ mint, viewers }) as LiveSummary; // the only fields that are read
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

it("shows the three sessions with the most viewers, the largest first", () => {
  const lives = [1, 5, 3, 4].map((viewers) => ({ viewers }) as LiveSummary); // the only field that is read
  expect(fullestLives(lives).map(({ viewers }) => viewers)).toEqual([5, 4, 3]);
});
