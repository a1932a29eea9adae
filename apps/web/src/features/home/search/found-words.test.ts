import { expect, it } from "vitest";
import { foundWords, mergeFound } from "./found-words.ts";

it("says how many of each were found", () => {
  expect(foundWords(1, 0)).toBe("1 Tribe found");
  expect(foundWords(12, 1)).toBe("12 Tribes and 1 person found");
  expect(foundWords(0, 3)).toBe("3 people found");
  expect(foundWords(0, 0)).toBe("Nothing found");
});

it("puts an exact name or symbol first, wherever it trades", () => {
  const tribe = (name: string, symbol: string) => ({ name, symbol });
  const curve = [tribe("Marathon", "RUN"), tribe("Mara", "MARA")];
  const pool = [tribe("Marabou", "BOU"), tribe("Studio", "mara")];
  expect(mergeFound("MARA ", curve, pool).map(({ name }) => name)).toEqual(["Mara", "Studio", "Marathon", "Marabou"]);
});
