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

it("finds URLs, also without a scheme, and leaves a trailing dot in the sentence", () => {
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
