import { expect, test } from "vitest";
import { newcomerTexts } from "./newcomer-texts.ts";

const now = new Date(2026, 10, 29, 16, 20).getTime();
const until = new Date(2026, 10, 29, 17, 8, 12).getTime();
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(2026, 10, 29, 17, 9));

test("a newcomer is told what is left, when there is more, and what becomes of too many files", () => {
  const { files, links } = newcomerTexts;
  expect(files(2, 2, until, now)).toBe(`New here: 5 files in your first hour, 2 left. More at ${clock}.`);
  expect(files(2, 3, until, now)).toBe(
    `New here: 5 files in your first hour, 2 left. More at ${clock}. The first 2 go now, the rest waits here.`,
  );
  expect(files(1, 3, until, now)).toMatch(/ The first goes now, the rest waits here\.$/);
  expect(files(0, 1, until, now)).toBe(
    `New here: 5 files in your first hour, none left. More at ${clock}. Your files wait here.`,
  );
  expect(links(0, until, now)).toBe(`New here: 2 links in your first hour, none left. More at ${clock}.`);
});
