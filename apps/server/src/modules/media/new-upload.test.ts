import { expect, test } from "vitest";
import { cleanName } from "./new-upload.ts";

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ann\\plan.pdf", "plan.pdf"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["a\u2028b\u2029c.txt", "a b c.txt"],
  ["\u200Ba\u200F\u2060.txt", "a.txt"],
  ["\u3164\u{E0041}", "file"],
  ["..", "file"],
  ["", "file"],
  ["half\uD800.txt", "half.txt"],
  ["line\r\nend.txt", "line  end.txt"],
  ["👩\u200D🚀 خانه\u200Cها.jpg", "👩\u200D🚀 خانه\u200Cها.jpg"],
])("the name %j is kept as %j", (name, kept) => expect(cleanName(name)).toBe(kept));

test("a long name keeps its ending, and is cut without a rest of an emoji or a word", () => {
  expect(cleanName(`${"a".repeat(300)}.exe`)).toBe(`${"a".repeat(196)}.exe`);
  expect(cleanName(`${"a".repeat(195)}👩\u200D🚀${"b".repeat(99)}.jpg`)).toBe(`${"a".repeat(195)}👩.jpg`);
  expect(cleanName(`${"a".repeat(194)}👩\u200D🚀${"b".repeat(99)}.jpg`)).toBe(`${"a".repeat(194)}👩.jpg`);
});
