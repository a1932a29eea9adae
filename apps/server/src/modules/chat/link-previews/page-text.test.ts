import { expect, test } from "vitest";
import { pageText } from "./page-text.ts";

/** Bytes in hexadecimal between plain text. */
const page = (before: string, hex: string, after = ""): Uint8Array =>
  Buffer.concat([Buffer.from(before, "latin1"), Buffer.from(hex, "hex"), Buffer.from(after, "latin1")]);

const words = { japanese: "日本語", russian: "Привет", chinese: "中文", korean: "한국어", western: "Crème “é”" };
/** The same words, written by iconv. */
const bytesOf = {
  shiftJis: "93fa967b8cea",
  eucJp: "c6fccbdcb8ec",
  iso2022: "1b2442467c4b5c386c1b2842",
  windows1251: "cff0e8e2e5f2",
  koi8: "f0d2c9d7c5d4",
  gb18030: "d6d0cec4",
  big5: "a4a4a4e5",
  eucKr: "c7d1b1b9beee",
  windows1252: "4372e86d652093e994",
};

test.each([
  ["a meta charset", "text/html", `<meta charset="Shift_JIS"><title>`, bytesOf.shiftJis, words.japanese],
  ["a meta charset without quotes", "text/html", "<META CHARSET=sjis><title>", bytesOf.shiftJis, words.japanese],
  [
    "a meta http-equiv",
    "text/html",
    `<meta http-equiv="Content-Type" content="text/html; charset=EUC-JP"><title>`,
    bytesOf.eucJp,
    words.japanese,
  ],
  [
    "an http-equiv with its content first",
    "text/html",
    "<meta content='text/html;charset=x-sjis' http-equiv=content-type><title>",
    bytesOf.shiftJis,
    words.japanese,
  ],
  ["an XML declaration", "text/html", `<?xml version="1.0" encoding="euc-jp"?><title>`, bytesOf.eucJp, words.japanese],
  ["escapes", "text/html; charset=iso-2022-jp", "<title>", bytesOf.iso2022, words.japanese],
  ["the header", "text/html; charset=windows-1251", "<title>", bytesOf.windows1251, words.russian],
  ["the header in quotes", `text/html; charset="koi8-r"`, "<title>", bytesOf.koi8, words.russian],
  [
    "the header before the meta",
    "text/html;charset=gb2312",
    "<meta charset=big5><title>",
    bytesOf.gb18030,
    words.chinese,
  ],
  ["GB18030", "text/html", "<meta charset=gb18030><title>", bytesOf.gb18030, words.chinese],
  ["Big5", "text/html", "<meta charset=big5><title>", bytesOf.big5, words.chinese],
  ["EUC-KR", "text/html; charset=euc-kr", "<title>", bytesOf.eucKr, words.korean],
  [
    "Latin 1, which is Windows-1252 on the web",
    "text/html; charset=iso-8859-1",
    "<title>",
    bytesOf.windows1252,
    words.western,
  ],
  ["nothing, and no UTF-8", "text/html", "<title>", bytesOf.windows1252, words.western],
  [
    "a label that nobody knows",
    "text/html; charset=none",
    "<meta charset=utf8mb4><title>",
    bytesOf.windows1252,
    words.western,
  ],
  [
    "an unknown label in the header alone",
    "text/html; charset=x-foo",
    "<meta charset=big5><title>",
    bytesOf.big5,
    words.chinese,
  ],
  [
    "a header that the bytes contradict",
    "text/html; charset=utf-8",
    "<meta charset=sjis><title>",
    bytesOf.shiftJis,
    words.japanese,
  ],
  [
    "a meta after a comment",
    "text/html",
    "<!-- <meta charset=big5> --><meta charset=gbk><title>",
    bytesOf.gb18030,
    words.chinese,
  ],
  ["a meta of UTF-16 in single bytes", "text/html", "<meta charset=utf-16><title>", "e697a5", "日"],
])("a page is read by %s", (_how, contentType, before, hex, expected) => {
  expect(pageText(page(before, hex, "</title>"), contentType)).toBe(`${before}${expected}</title>`);
});

test("a byte order mark takes precedence, and is no part of the text", () => {
  expect(pageText(page("", "efbbbfe697a5"), "text/html; charset=shift_jis")).toBe("日");
  expect(pageText(page("", "fffee565"), "text/html; charset=utf-8")).toBe("日");
  expect(pageText(page("", "feff65e5"), "text/html")).toBe("日");
});

test("a page that was cut within a character, or has one wrong byte, keeps the rest", () => {
  expect(pageText(page("<title>", "e697a5e6"), "text/html; charset=utf-8")).toBe("<title>日");
  expect(pageText(page("<meta charset=sjis>", "93fa967b8c"), "text/html")).toBe("<meta charset=sjis>日本");
  expect(pageText(page("<meta charset=sjis>", "93faff967b"), "text/html")).toBe("<meta charset=sjis>日\uFFFD本");
  expect(pageText(page("", ""), "")).toBe("");
});
