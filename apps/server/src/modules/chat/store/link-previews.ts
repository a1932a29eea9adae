import type { LinkPreview } from "@tribe/contract";
import { and, eq, gt } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { linkPreviews } from "../schema.ts";

/** A fetched preview, which is null for a page without one; undefined when it was not fetched since then. */
export const findFetchedPreview = async (
  db: Executor,
  url: string,
  since: Date,
): Promise<LinkPreview | null | undefined> => {
  const [row] = await db
    .select({ preview: linkPreviews.preview })
    .from(linkPreviews)
    .where(and(eq(linkPreviews.url, url), gt(linkPreviews.fetchedAt, since)));
  return row?.preview;
};

/** Stores a fetched preview for the next messages with this link. */
export const storeFetchedPreview = async (db: Executor, row: typeof linkPreviews.$inferSelect): Promise<void> => {
  await db.insert(linkPreviews).values(row).onConflictDoUpdate({ target: linkPreviews.url, set: row });
};
