/** A part of a text that has whole lines. */
export interface Block {
  readonly kind: "words" | "quote" | "codeBlock";
  /** Its place. A block of code is without the lines of its marks, a quote with its marks. */
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const linesOf = (text: string): readonly Line[] => {
  let next = 0;
  return text.split("\n").map((line, index) => {
    const from = next;
    next += line.length + 1;
    return { index, from, to: from + line.length, text: line };
  });
};

const opensCode = /^```[\w+#.-]{0,30}\s*$/u;
const closesCode = /```\s*$/u;
/** The mark of a quoted line; `>_<` is none. */
const isQuoted = ({ text }: Line): boolean => `${text} `.startsWith("> ");

/** The code between the line that opens it and the one that closes it, which may have the code's end before its marks. */
const codeBetween = (opening: Line, closing: Line): Block => {
  const from = opening.to + 1;
  const isOwnLine = /^\s*```\s*$/u.test(closing.text);
  const to = isOwnLine ? closing.from - 1 : closing.from + closing.text.lastIndexOf("```");
  return { kind: "codeBlock", from, to: Math.max(from, to) };
};

/** A block of words without the empty lines at its ends; none if that is all of it. */
const withoutEmptyLines = (text: string, { kind, from, to }: Block): readonly Block[] => {
  const words = text.slice(from, to);
  const start = /^(?:\s*\n)?/u.exec(words)?.[0].length ?? 0;
  const end = words.trimEnd().length;
  return end > start ? [{ kind, from: from + start, to: from + end }] : [];
};

/** Splits a text into quotes, blocks of code, and the words between them. */
export const blocksOf = (text: string): readonly Block[] => {
  const lines = linesOf(text);
  /** For each line the first one from there on that ends a block of code. */
  const closing: (Line | undefined)[] = [];
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    closing[at] = line && closesCode.test(line.text) ? line : closing[at + 1];
  }
  /** The quote or code that begins at a line, and its last line. */
  const blockAt = (line: Line): { readonly block: Block; readonly last: Line } | null => {
    const end = opensCode.test(line.text) ? closing[line.index + 1] : undefined;
    if (end) return { block: codeBetween(line, end), last: end };
    if (!line.text.startsWith("> ")) return null;
    let last = line;
    for (let next = lines[line.index + 1]; next && isQuoted(next); next = lines[next.index + 1]) last = next;
    return { block: { kind: "quote", from: line.from, to: last.to }, last };
  };
  const blocks: Block[] = [];
  let next = 0;
  for (const line of lines) {
    if (line.index < next) continue;
    next = line.index + 1;
    const found = blockAt(line);
    const before = blocks.at(-1);
    if (found && /[^>\s]/u.test(text.slice(found.block.from, found.block.to))) {
      blocks.push(found.block);
      next = found.last.index + 1;
    } else if (before?.kind === "words") blocks[blocks.length - 1] = { ...before, to: line.to };
    else blocks.push({ kind: "words", from: line.from, to: line.to });
  }
  return blocks.length === 1
    ? blocks
    : blocks.flatMap((block) => (block.kind === "words" ? withoutEmptyLines(text, block) : [block]));
};
