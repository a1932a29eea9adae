// Which characters format a message: docs/decisions/0198.
import { type DelimiterType, type InlineContext, parser } from "@lezer/markdown";

/** Formatting that encloses other text. */
export type Enclosing = "bold" | "italic" | "strike" | "spoiler";

const enclosing: Readonly<Record<string, Enclosing>> = {
  Bold: "bold",
  Italic: "italic",
  Strike: "strike",
  Spoiler: "spoiler",
};

/** What a node with this name does to the text in it; null if it isn't one of ours. */
export const enclosingOf = (name: string): Enclosing | null => enclosing[name] ?? null;

const delimiter = (resolve: string): DelimiterType => ({ resolve, mark: "Mark" });
const bold = delimiter("Bold");
const italic = delimiter("Italic");
/** As an italic, but `*a_` is none. */
const italicUnderscore = delimiter("Italic");
const strike = delimiter("Strike");
const spoiler = delimiter("Spoiler");

/** The delimiters of a run of marks, in the order in which they open. A longer run is text. */
const delimitersOf: Readonly<Record<string, readonly DelimiterType[]>> = {
  "*": [italic],
  "**": [bold],
  "***": [bold, italic],
  _: [italicUnderscore],
  "~~": [strike],
  "||": [spoiler],
};

const markCharacters = "*_~|";
const isMark = (character: string | undefined): boolean =>
  character !== undefined && character !== "" && markCharacters.includes(character);

/** Scripts that put no space between words, and emoji: a mark may touch them on its outer side. */
const unspaced =
  "\\u0E00-\\u0EFF\\u1000-\\u11FF\\u1780-\\u17FF\\u2E80-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFE30-\\uFE4F\\uFF00-\\uFFEF\\p{ExtPict}\\uFE0F";
/** What may stand before formatted words: `2*3*4`, `snake_case_names` and `¯\_(ツ)_/¯` are not formatted. */
const opensAfter = new RegExp(`(?:^|[\\s([{<"'\\u2018\\u201C\\u00AB\\u00BF\\u00A1\\u2014\\u2013${unspaced}])$`, "u");
/** What may stand behind them. */
const closesBefore = new RegExp(
  `^(?:$|[\\s.,;:!?)\\]}>"'\\u2019\\u201D\\u00BB\\u2026\\u2014\\u2013\\u3001\\u3002${unspaced}])`,
  "u",
);
const endPunctuation = /^[.,;:!?)\]}"'’”»…]/u;

/** The marks at a position: the run of one character, and how they may be used there. */
const runAt = (text: string, from: number) => {
  let to = from + 1;
  while (text[to] === text[from]) to += 1;
  let [before, after] = [from, to];
  while (isMark(text[before - 1])) before -= 1;
  while (isMark(text[after])) after += 1;
  const outside = text.slice(Math.max(before - 2, 0), before);
  const inside = text.slice(to, to + 2);
  const isSingle = to - from === 1;
  const opens =
    /^\S/u.test(inside) &&
    opensAfter.test(outside) &&
    // Not the bare mark in `"_"` and `(*)`.
    !(isSingle && endPunctuation.test(inside) && /\S$/u.test(outside));
  const closes = /\S$/u.test(text.slice(0, from).slice(-2)) && closesBefore.test(text.slice(after, after + 2));
  return { to, run: text.slice(from, to), opens, closes };
};

/** Marks beyond this many of one text are text, so that the time to read it and the depth of its formatting are bounded. */
const mostMarks = 500;

/** The index at which the marks that are one too many begin. */
const endOfMarks = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isMark(text[at]) && text[at] !== "`") continue;
    count += 1;
    if (count > mostMarks) return at;
    while (text[at + 1] === text[at]) at += 1;
  }
  return text.length;
};

const parseMarks = (cx: InlineContext, next: number, from: number): number => {
  const character = String.fromCharCode(next);
  const text = cx.text;
  const at = from - cx.offset;
  if (character === "`") {
    let to = at + 1;
    while (text[to] === "`") to += 1;
    // An apostrophe of some keyboards: "don`t and can`t" has no code. Otherwise the library reads the code.
    return opensAfter.test(text.slice(Math.max(at - 2, 0), at)) || isMark(text[at - 1]) ? -1 : cx.offset + to;
  }
  if (!isMark(character)) return -1;
  const { to, run, opens, closes } = runAt(text, at);
  const delimiters = delimitersOf[run] ?? [];
  if (opens || closes) {
    const ordered = opens ? delimiters : [...delimiters].reverse();
    let start = from;
    for (const type of ordered) {
      const end = type === italic || type === italicUnderscore ? start + 1 : start + 2;
      cx.addDelimiter(type, start, end, opens, closes);
      start = end;
    }
  }
  return cx.offset + to;
};

const grammar = parser.configure({
  defineNodes: ["Bold", "Italic", "Strike", "Spoiler", "Mark"],
  parseInline: [{ name: "ChatMarks", parse: parseMarks, before: "Escape" }],
  remove: [
    ...["LinkReference", "IndentedCode", "FencedCode", "Blockquote", "HorizontalRule", "BulletList", "OrderedList"],
    ...["ATXHeading", "SetextHeading", "HTMLBlock"],
    ...["Escape", "Entity", "HTMLTag", "Emphasis", "HardBreak", "Link", "Image", "LinkEnd"],
  ],
});

/** Something formatted in a text: its place with its marks. */
export interface Formatted {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly children: readonly Formatted[];
}

/**
 * Reads the inline formatting of a text, in the order of its places.
 * @param text of which lines don't matter: formatted words may go on in the next one
 */
export const readInline = (text: string): readonly Formatted[] => {
  const end = endOfMarks(text);
  // One line is one paragraph for the library, also with empty lines in it.
  const tree = grammar.parse(text.slice(0, end).replace(/[\r\n]/gu, "\u2028"));
  const root: Formatted[] = [];
  const open: Formatted[][] = [root];
  tree.iterate({
    enter: ({ name, from, to }) => {
      if (name === "Document" || name === "Paragraph") return;
      const children: Formatted[] = [];
      open.at(-1)?.push({ name, from, to, children });
      open.push(children);
    },
    leave: ({ name }) => {
      if (name !== "Document" && name !== "Paragraph") open.pop();
    },
  });
  return root;
};
