import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { cursorOf, pageByPage } from "./page-by-page.ts";

test("a list is read from its beginning and from behind each page, until there is no more", async () => {
  const asked: { readonly cursor?: string }[] = [];
  const { pages } = await new QueryClient().fetchInfiniteQuery({
    queryKey: ["list"],
    queryFn: ({ pageParam }) => {
      asked.push(cursorOf(pageParam));
      return { items: [asked.length], nextCursor: asked.length < 3 ? `behind ${asked.length}` : null };
    },
    ...pageByPage,
    pages: 10,
  });
  expect(asked).toEqual([{}, { cursor: "behind 1" }, { cursor: "behind 2" }]);
  expect(pages.flatMap(({ items }) => items)).toEqual([1, 2, 3]);
});
