import type { Mint } from "@tribe/contract";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { type MessageRow, messages } from "../schema.ts";

/** Messages that one query reads: for a rare word in a long history the caller asks again from there on. */
const stretch = 50_000;

/** The matches in a part of the history, and where the next part begins. */
export interface SearchPage {
  readonly rows: readonly MessageRow[];
  readonly nextBeforeSeq: number | null;
}

/**
 * The newest messages of a Tribe that contain all of these words, anywhere: Chinese has no spaces, and tickers are not in any
 * dictionary. Case and accents are ignored (`search_text`, in the chat's migration).
 * @param beforeSeq only older ones
 */
export const searchMessages = async (
  db: Executor,
  mint: Mint,
  query: string,
  beforeSeq: number,
  limit: number,
): Promise<SearchPage> => {
  const words = query.split(/\s+/).filter(Boolean);
  const fits = words.map((word) => sql`search_text(${messages.text}) like '%' || search_pattern(${word}) || '%'`);
  const [oldest] = await db
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.mint, mint), lt(messages.seq, beforeSeq)))
    .orderBy(desc(messages.seq))
    .offset(stretch)
    .limit(1);
  const from = oldest?.seq ?? 0;
  const rows = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.mint, mint),
        lt(messages.seq, beforeSeq),
        gt(messages.seq, from),
        isNull(messages.deletedAt),
        ...fits,
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? page.at(-1)?.seq : oldest && oldest.seq + 1;
  return { rows: page, nextBeforeSeq: next ?? null };
};
