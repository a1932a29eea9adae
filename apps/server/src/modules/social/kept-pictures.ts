import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "@tribe/contract";
import { asc, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { AppContext } from "../../context/context.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import { fetchPicture, type Picture } from "./fetch-picture.ts";
import { outsidePictures } from "./schema.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Deletes pictures from outside that are old, or too many. */
    "social.sweepPictures": Record<string, never>;
  }
}

type Context = Pick<AppContext, "db" | "files" | "keys" | "log" | "now">;

const keptMs = 7 * 86_400_000;
/** How long an address that gave no picture is not asked again. */
const failedMs = 300_000;
/** About a gigabyte. */
const maxKept = 20_000;
/** Fetches of this process at one time; each may hold five megabytes. */
const maxFetches = 32;
/** A list of tokens asks for many at once, so further ones wait; beyond these they are refused. */
const maxWaiting = 256;
const sweepBatch = 200;

/** What is being read or fetched, by the address's MAC. */
const running = new Map<string, Promise<Picture>>();
let fetches = 0;
const waiting: (() => void)[] = [];

/** Runs a fetch as soon as there is room for it. @throws ApiError `unavailable` when too many others wait */
const inTurn = async <Result>(fetching: () => Promise<Result>): Promise<Result> => {
  if (fetches >= maxFetches) {
    if (waiting.length >= maxWaiting) throw new ApiError("unavailable", { retryAfterSeconds: 1 });
    // Whoever ends hands the place over.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else fetches += 1;
  try {
    return await fetching();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else fetches -= 1;
  }
};

/** Where a picture is, and what it is known by. */
export interface PictureSource {
  readonly source: string;
  readonly url: URL;
  readonly trustedOrigin: string;
}

/**
 * A picture from outside, drawn anew. It is fetched once and kept for a week; any number of callers share one fetch.
 * @throws ApiError `not_found`; `unavailable` when too many others wait to be fetched
 */
export const keptPicture = (ctx: Context, from: PictureSource): Promise<Picture> => {
  const source = ctx.keys.mac("image", from.source);
  const before = running.get(source);
  if (before) return before;
  const work = readOrFetch(ctx, source, from).finally(() => running.delete(source));
  running.set(source, work);
  return work;
};

const readOrFetch = async (ctx: Context, source: string, from: PictureSource): Promise<Picture> => {
  const [row] = await ctx.db.select().from(outsidePictures).where(eq(outsidePictures.source, source));
  const age = row ? ctx.now() - row.fetchedAt.getTime() : 0;
  if (row && !row.fileId && age < failedMs) throw new ApiError("not_found");
  if (row?.fileId && row.contentType && age < keptMs) {
    const bytes = await read(ctx, row.fileId).catch((err: unknown) => {
      ctx.log.warn({ err }, "a kept picture could not be read; it is fetched again");
      return null;
    });
    if (bytes) return { bytes, type: row.contentType };
  }
  return inTurn(async () => {
    const picture = await fetchPicture(from.url, from.trustedOrigin).catch(async (error: unknown) => {
      await remember(ctx, source, null);
      throw error;
    });
    await keep(ctx, source, picture).catch((err: unknown) => ctx.log.warn({ err }, "a picture could not be kept"));
    return picture;
  });
};

const read = (ctx: Context, id: string): Promise<Buffer> =>
  ctx.files.inWorkFolder(async (folder) => readFile(await ctx.files.localFile(`${id}/picture`, folder)));

const keep = (ctx: Context, source: string, { bytes, type }: Picture): Promise<void> =>
  ctx.files.inWorkFolder(async (folder) => {
    const id = randomUUID();
    const path = join(folder, "picture");
    await writeFile(path, bytes);
    await ctx.files.store(`${id}/picture`, path, type);
    await remember(ctx, source, { fileId: id, contentType: type });
  });

/** Writes what was found, and deletes the bytes of what was there before. */
const remember = async (
  ctx: Context,
  source: string,
  found: { readonly fileId: string; readonly contentType: Picture["type"] } | null,
): Promise<void> => {
  const values = { fileId: null, contentType: null, ...found, fetchedAt: new Date(ctx.now()) };
  const before = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`picture ${source}`}, 0))`);
    const [row] = await tx.select().from(outsidePictures).where(eq(outsidePictures.source, source));
    await tx
      .insert(outsidePictures)
      .values({ source, ...values })
      .onConflictDoUpdate({ target: outsidePictures.source, set: values });
    return row;
  });
  if (before?.fileId) await ctx.files.remove(before.fileId);
};

/** Deletes what is too old, and the oldest of what is too many. */
export const sweepPictures = async (ctx: Omit<Context, "keys" | "log">, max = maxKept): Promise<void> => {
  const now = ctx.now();
  const [youngestBeyond] = await ctx.db
    .select({ fetchedAt: outsidePictures.fetchedAt })
    .from(outsidePictures)
    .orderBy(desc(outsidePictures.fetchedAt))
    .offset(max)
    .limit(1);
  const before = new Date(Math.max(now - keptMs, youngestBeyond ? youngestBeyond.fetchedAt.getTime() + 1 : 0));
  for (;;) {
    const rows = await ctx.db
      .select()
      .from(outsidePictures)
      .where(
        or(
          lt(outsidePictures.fetchedAt, before),
          sql`${outsidePictures.fileId} is null and ${outsidePictures.fetchedAt} < ${new Date(now - failedMs)}`,
        ),
      )
      .orderBy(asc(outsidePictures.fetchedAt))
      .limit(sweepBatch);
    // Files first: what remains of a killed process is a row without bytes, which the next call replaces.
    for (const { fileId } of rows) if (fileId) await ctx.files.remove(fileId);
    await ctx.db.delete(outsidePictures).where(
      inArray(
        outsidePictures.source,
        rows.map(({ source }) => source),
      ),
    );
    if (rows.length < sweepBatch) return;
  }
};

export const sweepPicturesJob = defineJob({
  name: "social.sweepPictures",
  cron: "*/10 * * * *",
  handler: (ctx) => () => sweepPictures(ctx),
});
