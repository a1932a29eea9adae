import { asc, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { outsidePictures } from "../schema.ts";

/** What is stored of a picture from outside, or of an address that gave none. */
export type OutsidePicture = typeof outsidePictures.$inferSelect;

/** What is stored of an address, by its MAC; null for nothing. */
export const findPicture = async (db: Pick<Database, "select">, source: string): Promise<OutsidePicture | null> => {
  const [row] = await db.select().from(outsidePictures).where(eq(outsidePictures.source, source));
  return row ?? null;
};

/** Stores a picture, one call after the other for the same address. @returns what was stored before; null for nothing */
export const replacePicture = (db: Database, { source, ...values }: OutsidePicture): Promise<OutsidePicture | null> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`picture ${source}`}, 0))`);
    const before = await findPicture(tx, source);
    await tx
      .insert(outsidePictures)
      .values({ source, ...values })
      .onConflictDoUpdate({ target: outsidePictures.source, set: values });
    return before;
  });

/** When the newest picture was fetched of those beyond so many newer ones; null when there are no more. */
export const fetchedBeyond = async (db: Database, newest: number): Promise<Date | null> => {
  const [row] = await db
    .select({ fetchedAt: outsidePictures.fetchedAt })
    .from(outsidePictures)
    .orderBy(desc(outsidePictures.fetchedAt))
    .offset(newest)
    .limit(1);
  return row?.fetchedAt ?? null;
};

/** Pictures that were fetched before one moment, and addresses that gave none before another, the oldest first. */
export const oldPictures = (
  db: Database,
  { before, failedBefore, limit }: { readonly before: Date; readonly failedBefore: Date; readonly limit: number },
): Promise<OutsidePicture[]> =>
  db
    .select()
    .from(outsidePictures)
    .where(
      or(
        lt(outsidePictures.fetchedAt, before),
        sql`${outsidePictures.fileId} is null and ${outsidePictures.fetchedAt} < ${failedBefore}`,
      ),
    )
    .orderBy(asc(outsidePictures.fetchedAt))
    .limit(limit);

/** Deletes what is stored of these addresses, by their MACs. */
export const deletePictures = async (db: Database, sources: readonly string[]): Promise<void> => {
  await db.delete(outsidePictures).where(inArray(outsidePictures.source, [...sources]));
};
