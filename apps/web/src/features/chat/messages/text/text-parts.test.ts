import { type Mention, uidSchema } from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { textParts } from "./text-parts.ts";

const mention = (start: number, length: number): Mention => ({
  uid: z.parse(uidSchema, "person-01"),
  start,
  length,
  displayName: "Mara",
  address: null,
});

it("splits a text into words and links; a host that looks like another one is shown as punycode", () => {
  expect(textParts("see lena.build/notes. 見てhttps://www.аррӏе.com/aを")).toEqual([
    { kind: "words", at: 0, text: "see " },
    { kind: "link", at: 4, text: "lena.build/notes", url: "http://lena.build/notes", shown: "lena.build/notes" },
    { kind: "words", at: 20, text: ". 見て" },
    {
      kind: "link",
      at: 24,
      text: "https://www.аррӏе.com/a",
      url: "https://www.xn--80ak6aa92e.com/a",
      shown: "https://www.xn--80ak6aa92e.com/a",
    },
    { kind: "words", at: 47, text: "を" },
  ]);
});

it.each(["javascript:alert(1)", "https://tribe.example@evil.example/"])("makes no link of %s", (text) => {
  expect(textParts(text)).toEqual([{ kind: "words", at: 0, text }]);
});

it("finds mentions at their positions, and treats one outside the text as plain text", () => {
  expect(textParts("hi @Mara!", [mention(3, 5)]).map(({ kind, text }) => [kind, text])).toEqual([
    ["words", "hi "],
    ["mention", "@Mara"],
    ["words", "!"],
  ]);
  for (const wrong of [mention(3, 50), mention(0, 2), mention(100, 3)])
    expect(textParts("hi @Mara!", [wrong])).toEqual([{ kind: "words", at: 0, text: "hi @Mara!" }]);
});

it("keeps the first of two overlapping parts", () => {
  const parts = textParts("@a.example/x", [mention(0, 2)]);
  expect(parts.map(({ kind }) => kind)).toEqual(["mention", "words"]);
});
