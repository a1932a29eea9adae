import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { mentionRangeSchema, messageTextSchema } from "../chat.ts";
import { messageMaxCharacters } from "../constants.ts";
import { charactersOf } from "./characters.ts";

test.each([
  ["", 0],
  ["abc", 3],
  ["é", 1],
  ["e\u0301", 2],
  ["🔥🔥", 2],
  ["𠀀", 1],
  ["👩‍👩‍👧‍👦", 7],
  ["👍🏽", 2],
  ["🇩🇪", 2],
  ["1️⃣", 3],
])("%j has %i characters", (text, count) => expect(charactersOf(text)).toBe(count));

test("characters are counted as the API's schemas count them: what fits by our count is taken, and one more is refused", () => {
  const accepts = (text: string) => z.safeParse(messageTextSchema, text).success;
  const pieces = fc.constantFrom("a", "é", "🔥", "👩‍👩‍👧‍👦", "\u{1F3F4}", "日", "\n");
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), (parts) => {
      const piece = parts.join("");
      const room = messageMaxCharacters % charactersOf(piece);
      const full = piece.repeat(Math.floor(messageMaxCharacters / charactersOf(piece))) + "🔥".repeat(room);
      expect([charactersOf(full), accepts(full), accepts(`${full}🔥`)]).toEqual([messageMaxCharacters, true, false]);
    }),
    { numRuns: 30 },
  );
});

test("a mention may stand at the end of the longest message of emoji", () => {
  const range = { uid: "person-01", start: 2 * messageMaxCharacters - 5, length: 5 };
  expect(z.safeParse(mentionRangeSchema, range).success).toBe(true);
});
