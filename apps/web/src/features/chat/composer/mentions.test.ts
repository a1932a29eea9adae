import { messageLimits, uidSchema } from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { candidates, completion, mentionsIn, openMention } from "./mentions.ts";

const person = (uid: string, displayName: string) => ({ uid: z.parse(uidSchema, uid), displayName });
const mara = person("person-01", "Mara");
const maraEmber = person("person-02", "Mara Ember");
const ines = person("person-03", "Inês Sá");
const people = [mara, maraEmber, ines];

it("hears a name being typed at a word's beginning only, up to its third word", () => {
  expect(openMention("hi @ma", 6)).toEqual({ start: 3, query: "ma" });
  expect(openMention("@", 1)).toEqual({ start: 0, query: "" });
  expect(openMention("@mara em", 8)).toEqual({ start: 0, query: "mara em" });
  for (const text of ["mail@ma", "@ ma", "@a b c d", "@mara\n", "none"])
    expect(openMention(text, text.length)).toBe(null);
  expect(openMention("hi @ma", 3)).toBe(null);
});

it("offers people by name without accents and case, those whose name begins so first", () => {
  expect(candidates(people, "ine")).toEqual([ines]);
  expect(
    candidates([ines, maraEmber, person("person-04", "Emil")], "em").map(({ displayName }) => displayName),
  ).toEqual(["Emil", "Mara Ember"]);
  expect(candidates(people, "", 2)).toHaveLength(2);
});

it("puts the whole name in the place of what was typed", () => {
  const after = (text: string) => {
    const { from, to, piece } = completion(text, { start: 3, query: "ma" }, "Mara Ember");
    return text.slice(0, from) + piece + text.slice(to);
  };
  expect(after("hi @ma and you")).toBe("hi @Mara Ember and you");
  expect(after("hi @ma")).toBe("hi @Mara Ember ");
});

it("names people by their whole name, the longer of two, and of equal ones who was chosen", () => {
  expect(mentionsIn("@Mara Ember and @Mara, not @Nobody or @Maranda", people)).toEqual([
    { uid: maraEmber.uid, start: 0, length: 11 },
    { uid: mara.uid, start: 16, length: 5 },
  ]);
  const twin = person("person-09", "Mara");
  expect(mentionsIn("@Mara", [mara, twin], new Map([["Mara", twin.uid]]))[0]?.uid).toBe(twin.uid);
});

it("names no more people than a message may", () => {
  expect(mentionsIn("@Mara ".repeat(50), people)).toHaveLength(messageLimits.mentions);
});
