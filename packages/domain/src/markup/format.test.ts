import { type Mention, uidSchema } from "@tribe/contract";
import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import {
  formatOf,
  messageLinks,
  messageMentions,
  plainTextOf,
  quotedText,
  shownLinks,
  type TextSpan,
} from "./index.ts";

const mention = (start: number, length: number): Mention => ({
  uid: z.parse(uidSchema, "person-01"),
  start,
  length,
  displayName: "Mara",
  address: null,
});

/** The spans as one string, with their kinds as tags. */
const tagged = (spans: readonly TextSpan[]): string =>
  spans
    .map((span) => {
      const inside = "spans" in span ? tagged(span.spans) : span.text;
      return span.kind === "words" ? inside : `<${span.kind}>${inside}</>`;
    })
    .join("");
const shown = (text: string) => tagged(formatOf(text));

describe("formatted text", () => {
  test.each([
    ["**bold**", "<bold>bold</>"],
    ["*italic* and _italic_", "<italic>italic</> and <italic>italic</>"],
    ["~~gone~~", "<strike>gone</>"],
    ["It was ||the cat||.", "It was <spoiler>the cat</>."],
    ["`npm run check`", "<code>npm run check</>"],
    ["``a ` b``", "<code>a ` b</>"],
    ["***both***", "<bold><italic>both</></>"],
    ["**bold and _more_**", "<bold>bold and <italic>more</></>"],
    ["**_x_**", "<bold><italic>x</></>"],
    ["||**a** and `b`||", "<spoiler><bold>a</> and <code>b</></>"],
    ["(*aside*), “**so**”", "(<italic>aside</>), “<bold>so</>”"],
    ["🔥**hot**🔥", "🔥<bold>hot</>🔥"],
    ["你好**世界**啊", "你好<bold>世界</>啊"],
    ["**مرحبا** بك", "<bold>مرحبا</> بك"],
    ["||first\n\nsecond||", "<spoiler>first\n\nsecond</>"],
    ["> quoted\n> **more**\nanswer", "<quote>quoted\n<bold>more</></>answer"],
    ["before\n\n> quoted\n\nafter", "before<quote>quoted</>after"],
    ["> ||a\n> b||", "<quote><spoiler>a\nb</></>"],
    ["```\nconst a = 1;\n```", "<codeBlock>const a = 1;</>"],
    ["so:\n```ts\n  a *b*\n\n  c\n```\ndone", "so:<codeBlock>  a *b*\n\n  c</>done"],
    ["```js\nlet b```", "<codeBlock>let b</>"],
    ["see **lena.build/a_b_c**", "see <bold><link>lena.build/a_b_c</></>"],
    ["~~a~~ ~~b~~", "<strike>a</> <strike>b</>"],
  ])("%j", (text, expected) => expect(shown(text)).toBe(expected));

  test.each([
    "2*3*4",
    "2 * 3 * 4",
    "2**3**4 = 2 ** 81",
    "snake_case_names and SCREAMING_SNAKE_CASE",
    "__init__ and _private",
    "*args, **kwargs",
    "https://lena.build/a*b*c_d_e~~f~~",
    "lena.build/_a_/*b*",
    "¯\\_(ツ)_/¯",
    "^_^ *_* (*_*) -_- >_< o_O T_T :* ;* *.* \\o/",
    "love you :* and :*",
    ">:( not a quote",
    ">no quote",
    "a || b || c, a||b||c",
    "if (a||b) return;",
    "~ 5 % ~~ 6 %",
    "5** hotel and 4** hotel",
    "/* comment */ and x*(y+z)*w and (*ptr)*2",
    "price* holds\n\n*terms apply",
    'the "_" and "_" keys, (*) and (*)',
    "* one\n* two\n* three",
    "- one\n1. two\n# three\n---",
    "    four spaces\n\ttab\n\n\n  end",
    "don`t and can`t",
    "``` ```",
    "```\n\n```",
    "```\nnever closed",
    "**",
    "****",
    "||||",
    "** **",
    "**\u200B**",
    "> ",
    "[a](https://lena.build) &amp; <b>b</b> \\*c\\* ![d](e)",
  ])("%j stays as it is typed", (text) => {
    const words = formatOf(text).map((span) => ("text" in span ? span.text : span.kind));
    expect(words.join("")).toBe(text);
    expect(plainTextOf(text)).toBe(text);
  });

  it("has neither links nor mentions in code", () => {
    const text = "`@Mara a.build/x` @Mara b.build\n```\n@Mara c.build\n```";
    const mentions = [mention(1, 5), mention(18, 5), mention(text.lastIndexOf("@"), 5)];
    expect(messageMentions(text, mentions)).toEqual([mentions[1]]);
    expect(messageLinks(text).map(({ host }) => host)).toEqual(["b.build"]);
    expect(tagged(formatOf(text, mentions))).toBe(
      "<code>@Mara a.build/x</> <mention>@Mara</> <link>b.build</><codeBlock>@Mara c.build</>",
    );
  });

  it("has mentions at their places in the text, also when they are formatted or have marks in their names", () => {
    expect(tagged(formatOf("**@Mara** hi", [mention(2, 5)]))).toBe("<bold><mention>@Mara</></> hi");
    expect(tagged(formatOf("*@M*ra* hi", [mention(1, 5)]))).toBe("<italic><mention>@M*ra</></> hi");
    expect(tagged(formatOf("> @Mara", [mention(2, 5)]))).toBe("<quote><mention>@Mara</></>");
    for (const wrong of [mention(3, 50), mention(0, 2), mention(100, 3)])
      expect(formatOf("hi @Mara!", [wrong])).toEqual([{ kind: "words", at: 0, text: "hi @Mara!" }]);
  });

  it("says where each span begins", () => {
    expect(formatOf("a **b** c")).toEqual([
      { kind: "words", at: 0, text: "a " },
      { kind: "bold", at: 2, spans: [{ kind: "words", at: 4, text: "b" }] },
      { kind: "words", at: 7, text: " c" },
    ]);
  });
});

describe("plain text", () => {
  test.each([
    ["**bold** and _more_, ~~less~~", "bold and more, less"],
    ["It was ||the cat||", "It was (spoiler)"],
    ["||**the** `cat` lena.build||", "(spoiler)"],
    ["> so\n> it is\nyes", "so\nit is\nyes"],
    ["> ||a\n> b||", "(spoiler)"],
    ["run\n```sh\nnpm i\n```\nnow", "run\nnpm i\nnow"],
    ["`a` b", "a b"],
  ])("of %j is %j", (text, expected) => expect(plainTextOf(text)).toBe(expected));

  it("has nothing of a spoiler where a reply quotes only the beginning", () => {
    const text = `||${"the cat ".repeat(40).trim()}||`;
    expect(quotedText(text)).toBe("(spoiler)");
    expect(quotedText(`${"x ".repeat(98)}||the cat did it||`)).not.toContain("cat");
  });

  it("shows the page of no link in a spoiler", () => {
    expect(shownLinks("||a.build|| and b.build").map(({ host }) => host)).toEqual(["b.build"]);
    expect(messageLinks("||a.build||").map(({ host }) => host)).toEqual(["a.build"]);
  });
});

describe("any text", () => {
  /** Pseudo-random texts of marks, words and lines, the same in each run. */
  const texts = (count: number): readonly string[] => {
    let state = 42;
    const next = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const pieces = [
      ..."*_~|`> \n",
      "**",
      "||",
      "~~",
      "```",
      "```\n",
      "> ",
      "\n\n",
      "a",
      "b c",
      "🔥",
      "世",
      "x.build",
      "@M",
    ];
    return Array.from({ length: count }, () =>
      Array.from({ length: next(24) }, () => pieces[next(pieces.length)] ?? "").join(""),
    );
  };
  const wordsOf = (spans: readonly TextSpan[]): string =>
    spans.map((span) => ("spans" in span ? wordsOf(span.spans) : span.text)).join("");
  const isWithin = (piece: string, text: string): boolean => {
    let at = 0;
    for (const character of piece) {
      const found = text.indexOf(character, at);
      if (found < 0) return false;
      at = found + character.length;
    }
    return true;
  };

  it("loses nothing but marks and empty lines, and adds nothing", () => {
    const remaining = (text: string) => text.replace(/[*_~|`>\s]/gu, "");
    for (const text of texts(800)) {
      const words = wordsOf(formatOf(text));
      expect(isWithin(words, text), JSON.stringify(text)).toBe(true);
      expect(remaining(words), JSON.stringify(text)).toBe(remaining(text));
    }
  });

  it("has spans in the order of their places", () => {
    for (const text of texts(500)) {
      const places = formatOf(text).map(({ at }) => at);
      expect(places, JSON.stringify(text)).toEqual([...new Set(places)].sort((a, b) => a - b));
    }
  });

  it.each([
    ["unclosed", "**a ~~b ||c _d "],
    ["nested", "||*~~**_"],
    ["closing only", "a** b~~ c|| d_ "],
    ["code that isn't closed", "`a ``b ```c "],
    ["lines of code", "```a\n"],
    ["quotes", "> > > **a\n"],
    ["pairs", "**a** _b_ "],
  ])("reads marks by the ten thousand in steps that grow with its length: %s", (_, piece) => {
    const text = piece.repeat(10_000);
    // Deeper than the stack, or worse than linear, this would not end.
    expect(wordsOf(formatOf(text)).length).toBeGreaterThan(0);
    expect(plainTextOf(text).length).toBeLessThanOrEqual(text.length * 3);
  });
});
