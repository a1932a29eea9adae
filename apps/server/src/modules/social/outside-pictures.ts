import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import { fetchPicture, type Picture } from "./fetch-picture.ts";
import { pictureUse, sweepLimits } from "./rules/picture-age.ts";
import {
  deletePictures,
  fetchedBeyond,
  findPicture,
  type OutsidePicture,
  oldPictures,
  replacePicture,
} from "./store/outside-pictures.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Deletes pictures from outside that are old, or too many. */
    "social.sweepPictures": Record<string, never>;
  }
}

type Context = Pick<AppContext, "db" | "files" | "keys" | "log" | "now">;

/** About a gigabyte. */
const maxPictures = 20_000;
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
 * A picture from outside, drawn anew. It is fetched once and stored for a week; any number of callers share one fetch.
 * @throws ApiError `not_found`; `unavailable` when too many others wait to be fetched
 */
export const outsidePicture = (ctx: Context, from: PictureSource): Promise<Picture> => {
  const source = ctx.keys.mac("image", from.source);
  const before = running.get(source);
  if (before) return before;
  const work = readOrFetch(ctx, source, from).finally(() => running.delete(source));
  running.set(source, work);
  return work;
};

const readOrFetch = async (ctx: Context, source: string, from: PictureSource): Promise<Picture> => {
  const use = pictureUse(await findPicture(ctx.db, source), ctx.now());
  if (use.kind === "refuse") throw new ApiError("not_found");
  if (use.kind === "serve") {
    const bytes = await readBytes(ctx, use.fileId).catch((err: unknown) => {
      ctx.log.warn({ err }, "a kept picture could not be read; it is fetched again");
      return null;
    });
    if (bytes) return { bytes, type: use.type };
  }
  return inTurn(async () => {
    const picture = await fetchPicture(from.url, from.trustedOrigin).catch(async (error: unknown) => {
      await replace(ctx, { source, fileId: null, contentType: null });
      throw error;
    });
    await store(ctx, source, picture).catch((err: unknown) => ctx.log.warn({ err }, "a picture could not be kept"));
    return picture;
  });
};

const readBytes = (ctx: Context, id: string): Promise<Buffer> =>
  ctx.files.inWorkFolder(async (folder) => readFile(await ctx.files.localFile(`${id}/picture`, folder)));

const store = (ctx: Context, source: string, { bytes, type }: Picture): Promise<void> =>
  ctx.files.inWorkFolder(async (folder) => {
    const id = randomUUID();
    const path = join(folder, "picture");
    await writeFile(path, bytes);
    await ctx.files.store(`${id}/picture`, path, type);
    await replace(ctx, { source, fileId: id, contentType: type });
  });

/** Stores what was found, and deletes the bytes of what was there before. */
const replace = async (ctx: Context, found: Omit<OutsidePicture, "fetchedAt">): Promise<void> => {
  const before = await replacePicture(ctx.db, { ...found, fetchedAt: new Date(ctx.now()) });
  if (before?.fileId) await ctx.files.remove(before.fileId);
};

/** Deletes what is too old, and the oldest of what is too many. */
export const sweepPictures = async (ctx: Omit<Context, "keys" | "log">, max = maxPictures): Promise<void> => {
  const limits = sweepLimits(ctx.now(), await fetchedBeyond(ctx.db, max));
  for (;;) {
    const rows = await oldPictures(ctx.db, { ...limits, limit: sweepBatch });
    // Files first: what remains of a killed process is a row without bytes, which the next call replaces.
    for (const { fileId } of rows) if (fileId) await ctx.files.remove(fileId);
    await deletePictures(
      ctx.db,
      rows.map(({ source }) => source),
    );
    if (rows.length < sweepBatch) return;
  }
};

export const sweepPicturesJob = defineJob({
  name: "social.sweepPictures",
  cron: "*/10 * * * *",
  handler: (ctx) => () => sweepPictures(ctx),
});
