import { type AnswerOf, type Mint, routes, type TokenSummary, tokenSummarySchema } from "@tribe/contract";
import QuickLRU from "quick-lru";
import * as z from "zod/mini";

interface EncodedLine {
  readonly line: TokenSummary;
  readonly text: string;
}

/** The cache holds up to twice as many; some 10 MB. */
const maxKept = 5_000;

const kept = new QuickLRU<Mint, EncodedLine>({ maxSize: maxKept });

// The schema's own keys.
const fields = Object.keys(tokenSummarySchema.shape) as readonly (keyof TokenSummary)[];
const restSchema = z.omit(routes.market.list.answer, { tokens: true });

const textOf = (line: TokenSummary): string => {
  const known = kept.get(line.mint);
  if (known && fields.every((field) => known.line[field] === line[field])) return known.text;
  const text = JSON.stringify(z.encode(tokenSummarySchema, line));
  kept.set(line.mint, { line, text });
  return text;
};

/**
 * The listing's answer as text. A line that says the same as before is encoded once for everybody: to check and encode fifty lines
 * by their schema takes longer than to read them.
 */
export const encodeListing = ({ tokens, ...rest }: AnswerOf<typeof routes.market.list>): string =>
  `{"tokens":[${tokens.map(textOf).join(",")}],${JSON.stringify(z.encode(restSchema, rest)).slice(1)}`;
