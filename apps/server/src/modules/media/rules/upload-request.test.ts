import { uploadLimits } from "@tribe/contract";
import { expect, test } from "vitest";
import { checkLength, checkUnsent, cleanName } from "./upload-request.ts";

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

test.each([
  { length: undefined, code: "invalid_field" },
  { length: "0", code: "invalid_field" },
  { length: "1e3", code: "invalid_field" },
  { length: `${uploadLimits.maxBytes + 1}`, code: "too_large" },
])("an upload of $length bytes is refused with $code", ({ length, code }) => {
  expect(() => checkLength(length)).toThrow(expect.objectContaining({ code }));
});

test("the largest upload is accepted", () => {
  expect(checkLength(`${uploadLimits.maxBytes}`)).toBe(uploadLimits.maxBytes);
});

const { unsentFiles, unsentBytes } = uploadLimits;

test.each([
  { files: unsentFiles - 1, bytes: 0, size: unsentBytes },
  { files: 0, bytes: unsentBytes - 5, size: 5 },
])("with $files unsent files of $bytes bytes one of $size may follow", ({ files, bytes, size }) => {
  expect(() => checkUnsent({ files, bytes }, size)).not.toThrow();
});

test.each([
  { files: unsentFiles, bytes: 0, size: 1 },
  { files: 0, bytes: unsentBytes - 5, size: 6 },
])("with $files unsent files of $bytes bytes one of $size must wait", ({ files, bytes, size }) => {
  expect(() => checkUnsent({ files, bytes }, size)).toThrow(expect.objectContaining({ code: "uploads_waiting" }));
});
