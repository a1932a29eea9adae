import { expect, test } from "vitest";
import { shortName, splitName } from "./file-name.ts";

const whole = (name: string): string => {
  const { start, end } = splitName(name);
  return start + end;
};

test.each([
  ["a long name", `${"invoice ".repeat(40)}2026.pdf.exe`, ".exe"],
  ["a name without spaces", `${"x".repeat(300)}.scr`, ".scr"],
  ["a long name of emoji", `${"👩‍👩‍👧‍👦".repeat(80)}.png`, ".png"],
  ["a long name in Arabic", `${"صورة".repeat(60)}.apk`, ".apk"],
  ["an ending behind many spaces", `holiday.jpg${" ".repeat(120)}.scr`, ".scr"],
  ["an ending behind other spaces", `holiday.jpg${"\u3000\u00a0\u2003".repeat(60)}.scr`, ".scr"],
])("%s keeps its ending in sight, in a row and in a sentence", (_what, name, ending) => {
  expect(splitName(name).end.endsWith(ending)).toBe(true);
  expect(shortName(name).endsWith(ending)).toBe(true);
  expect([...new Intl.Segmenter().segment(shortName(name))].length).toBeLessThanOrEqual(40);
});

test("a short name is shown whole, and a middle that is cut away is marked", () => {
  for (const name of ["a", "notes.txt", "dusk at the sea.png", "naïve café.txt", "…"]) {
    expect(whole(name)).toBe(name);
    expect(shortName(name)).toBe(name);
  }
  expect(shortName(`${"a".repeat(50)}.pdf`)).toBe(`${"a".repeat(27)}…aaaaaaaa.pdf`);
  expect(shortName("x".repeat(40))).toBe("x".repeat(40));
});

test("a character is never cut in two", () => {
  const family = "👨‍👩‍👧";
  const { start, end } = splitName(`${family.repeat(20)}.gif`);
  expect(start).toBe(family.repeat(12));
  expect(end).toBe(`${family.repeat(8)}.gif`);
});

test("characters that turn a name around are left out", () => {
  expect(whole("photo\u202Egnp.exe")).toBe("photognp.exe");
  expect(whole("a\u2067b\u200Fc\nd.txt")).toBe("abcd.txt");
});
