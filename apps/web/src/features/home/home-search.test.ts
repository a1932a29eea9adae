import { expect, it } from "vitest";
import { nextSort, readHomeSearch, wishOf } from "./home-search.ts";

it("reads the search parameters of the address, leaves defaults out, and replaces invalid values by the defaults", () => {
  expect(readHomeSearch({ sort: "price", order: "asc", window: "4h" })).toEqual({
    sort: "price",
    order: "asc",
    window: "4h",
  });
  expect(readHomeSearch({ sort: "volume", order: "desc", window: "all", tab: "leaderboard" })).toEqual({});
  // An open search without words is a view of its own.
  expect(readHomeSearch({ q: "" })).toEqual({ q: "" });
  expect(readHomeSearch({ sort: "luck", order: 3, tab: null })).toEqual({});
  expect(wishOf({})).toEqual({ tab: "leaderboard", window: "all", search: "", sort: "volume", order: "desc" });
});

it("sorts by the pressed column, largest first, and reverses the order at the second press", () => {
  expect(nextSort({ sort: "volume", order: "desc" }, "price")).toEqual({ sort: "price", order: "desc" });
  expect(nextSort({ sort: "price", order: "desc" }, "price")).toEqual({ sort: "price", order: "asc" });
  expect(nextSort({ sort: "price", order: "asc" }, "price")).toEqual({ sort: "price", order: "desc" });
});
