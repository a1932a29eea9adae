import { expect, it, test } from "vitest";
import { formatOf, piecesOf } from "./index.ts";

/** The pieces as one string: marks in brackets, formatted ones with the initials of their formats. */
const tagged = (text: string): string =>
  piecesOf(text)
    .map(({ from, to, isMark, formats }) => {
      const piece = text.slice(from, to);
      const initials = formats.map((format) => format[0]).join("");
      return isMark ? `[${piece}]` : initials === "" ? piece : `${initials}(${piece})`;
    })
    .join("");

test.each([
  ["so it is", "so it is"],
  ["so **it** is", "so [**]b(it)[**] is"],
  ["**_x_** `a*b*`", "[**][_]bi(x)[_**] [`]c(a*b*)[`]"],
  ["||it was ~~the~~ cat||", "[||]s(it was )[~~]ss(the)[~~]s( cat)[||]"],
  ["> one\n> *two*\nthree", "[> ]q(one\n)[> ][*]qi(two)[*\n]three"],
  ["a\n```ts\nlet b\n```\nc", "a[\n```ts\n]c(let b)[\n```\n]c"],
  ["2*3*4 and lena.build/_a_", "2*3*4 and lena.build/_a_"],
])("%j has its marks and what they format", (text, expected) => expect(tagged(text)).toBe(expected));

it("is the whole text in its order, whatever is typed", () => {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const fragments = [..."*_~|`> \n", "**", "||", "~~", "```", "```\n", "> ", "\n\n", "a", "b c", "🔥", "世", "x.build"];
  for (let round = 0; round < 600; round += 1) {
    const text = Array.from({ length: next(24) }, () => fragments[next(fragments.length)] ?? "").join("");
    const pieces = piecesOf(text);
    expect(pieces.map(({ from, to }) => text.slice(from, to)).join(""), JSON.stringify(text)).toBe(text);
    expect(pieces.every(({ from }, index) => from === (pieces[index - 1]?.to ?? 0))).toBe(true);
    // What is shown of it is what the message shows.
    const shown = pieces.filter(({ isMark }) => !isMark).map(({ from, to }) => text.slice(from, to));
    const count = (spans: ReturnType<typeof formatOf>): number =>
      spans.reduce((sum, span) => sum + ("spans" in span ? count(span.spans) : span.text.length), 0);
    expect(shown.join("").length, JSON.stringify(text)).toBe(count(formatOf(text)));
  }
});
