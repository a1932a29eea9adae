import { formatOf, type TextSpan } from "./format.ts";
import type { Enclosing } from "./inline-grammar.ts";

/** A piece of a message's text as it is written: a mark, or what is shown in some formatting. */
export interface TextPiece {
  readonly from: number;
  readonly to: number;
  /** Whether it is shown only while one writes: the marks themselves. */
  readonly isMark: boolean;
  readonly formats: readonly (Enclosing | "quote" | "code")[];
}

/** A text as it is written, with its marks and how each piece will be shown. The pieces are the whole text, in its order. */
export const piecesOf = (text: string): readonly TextPiece[] => {
  const pieces: TextPiece[] = [];
  let end = 0;
  const add = (to: number, isMark: boolean, formats: TextPiece["formats"]): void => {
    if (to > end) pieces.push({ from: end, to, isMark, formats });
    end = Math.max(end, to);
  };
  /** Shown text, which in a quote is without the marks of its lines. */
  const addShown = (at: number, shown: string, formats: TextPiece["formats"]): void => {
    add(at, true, formats);
    for (const line of shown.split(/(?<=\n)/u)) {
      add(text.indexOf(line, end), true, formats);
      add(end + line.length, false, formats);
    }
  };
  const visit = (spans: readonly TextSpan[], formats: TextPiece["formats"]): void => {
    for (const span of spans) {
      if ("spans" in span) {
        add(span.at, true, formats);
        visit(span.spans, [...formats, span.kind]);
      } else {
        const isCode = span.kind === "code" || span.kind === "codeBlock";
        addShown(
          isCode ? text.indexOf(span.text, span.at) : span.at,
          span.text,
          isCode ? [...formats, "code"] : formats,
        );
      }
    }
  };
  visit(formatOf(text), []);
  add(text.length, true, []);
  return pieces;
};
