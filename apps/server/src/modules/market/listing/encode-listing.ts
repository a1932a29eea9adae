import { type AnswerOf, type Mint, routes, type TokenSummary, tokenSummarySchema } from "@tribe/contract";
import QuickLRU from "quick-lru";
import * as z from "zod/mini";

interface EncodedLine {
  readonly line: TokenSummary;
  /** All fields but the volume, which is the last one. */
  readonly text: string;
}

/** The cache holds up to twice as many; about 10 MB. */
const maxCached = 5_000;

const cached = new QuickLRU<Mint, EncodedLine>({ maxSize: maxCached });

// A Tribe has a volume for each window, and visitors with different windows ask in turn.
const sharedSchema = z.omit(tokenSummarySchema, { volume: true });
const volumesSchema = z.array(tokenSummarySchema.shape.volume);
// The schema's own keys.
const sharedFields = Object.keys(sharedSchema.shape) as readonly (keyof typeof sharedSchema.shape)[];
const restSchema = z.omit(routes.market.list.answer, { tokens: true });

const sharedText = (line: TokenSummary): string => {
  const before = cached.get(line.mint);
  if (before && sharedFields.every((field) => before.line[field] === line[field])) return before.text;
  const text = JSON.stringify(z.encode(sharedSchema, line)).slice(0, -1);
  cached.set(line.mint, { line, text });
  return text;
};

/**
 * The listing's answer as text. The part of a row that is the same in every window is encoded once and cached until it changes:
 * checking and encoding fifty rows by their schema takes longer than reading them.
 */
export const encodeListing = ({ tokens, ...rest }: AnswerOf<typeof routes.market.list>): string => {
  const volumes = z.encode(
    volumesSchema,
    tokens.map(({ volume }) => volume),
  );
  const lines = tokens.map((line, index) => `${sharedText(line)},"volume":"${volumes[index]}"}`);
  return `{"tokens":[${lines.join(",")}],${JSON.stringify(z.encode(restSchema, rest)).slice(1)}`;
};
