import { expect, it } from "vitest";
import { foundParts } from "./found-parts.ts";

const found = (line: string, searched: string) =>
  foundParts(line, searched).flatMap(({ piece, isFound }) => (isFound ? [piece] : []));

it("marks the searched words, ignoring accents and case, without changing the line", () => {
  expect(found("Inês drew the reGulator", "ines regu")).toEqual(["Inês", "reGu"]);
  expect(
    foundParts("a 🔥 fire", "fire")
      .map(({ piece }) => piece)
      .join(""),
  ).toBe("a 🔥 fire");
  expect(found("中文搜索", "搜索")).toEqual(["搜索"]);
  expect(found("nothing", "else")).toEqual([]);
});

it("begins a long line shortly before the first match", () => {
  const [first, second] = foundParts(`${"x ".repeat(200)}needle`, "needle");
  expect(first?.piece).toBe("…");
  expect(second?.piece.length).toBeLessThan(60);
});
