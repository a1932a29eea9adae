import type { Mint, SharedKind } from "@tribe/contract";
import { messageLinks } from "@tribe/domain/markup";
import { and, desc, eq, lt } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { hasFiles, hasMedia, type MessageRow, mayHaveLinks, messages } from "../schema.ts";

const conditions = { media: hasMedia, files: hasFiles, links: mayHaveLinks } as const;

/** What was shared in a part of the history, and where the next part begins. */
export interface SharedPage {
  readonly rows: readonly MessageRow[];
  readonly nextBeforeSeq: number | null;
}

/**
 * The newest messages of a Tribe with media, files or links. Of texts that look as if they had links, those without one are left
 * out, so that such a page may be short.
 * @param beforeSeq only older ones
 */
export const sharedMessages = async (
  db: Executor,
  mint: Mint,
  kind: SharedKind,
  beforeSeq: number,
  limit: number,
): Promise<SharedPage> => {
  const found = await db
    .select()
    .from(messages)
    .where(and(eq(messages.mint, mint), lt(messages.seq, beforeSeq), conditions[kind]))
    .orderBy(desc(messages.seq))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  return {
    rows: kind === "links" ? page.filter(({ text }) => messageLinks(text).length > 0) : page,
    nextBeforeSeq: found.length > limit ? (page.at(-1)?.seq ?? null) : null,
  };
};
