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
const links = (text: string) => textParts(text).flatMap((part) => (part.kind === "link" ? [part.url] : []));

it("finds web addresses, also bare ones, and leaves the dot behind them in the sentence", () => {
  expect(textParts("see lena.build/notes.")).toEqual([
    { kind: "words", at: 0, text: "see " },
    { kind: "link", at: 4, text: "lena.build/notes", url: "http://lena.build/notes" },
    { kind: "words", at: 20, text: "." },
  ]);
  expect(links("https://a.example/x?y=1 and http://b.example")).toEqual([
    "https://a.example/x?y=1",
    "http://b.example/",
  ]);
});

it.each([
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "mailto:mara@example.com",
  "ftp://files.example/x",
  "https://tribe.example@evil.example/",
  "file:///etc/passwd",
])("makes no link of %s", (text) => {
  expect(links(text).filter((url) => !url.startsWith("http://"))).toEqual([]);
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

it("shows mentions where they stand, and takes one that does not fit the text as words", () => {
  expect(textParts("hi @Mara!", [mention(3, 5)]).map(({ kind, text }) => [kind, text])).toEqual([
    ["words", "hi "],
    ["mention", "@Mara"],
    ["words", "!"],
  ]);
  for (const wrong of [mention(3, 50), mention(0, 2), mention(100, 3)])
    expect(textParts("hi @Mara!", [wrong])).toEqual([{ kind: "words", at: 0, text: "hi @Mara!" }]);
});

it("lets the first of two that lie over each other count", () => {
  const parts = textParts("@a.example/x", [mention(0, 2)]);
  expect(parts.map(({ kind }) => kind)).toEqual(["mention", "words"]);
});
