import type { outsidePictures } from "../schema.ts";

type OutsidePicture = typeof outsidePictures.$inferSelect;

/** How long a picture is served before it is fetched again. */
const lifetimeMs = 7 * 86_400_000;
/** How long an address that gave no picture is not requested again. */
const failedMs = 300_000;

/** What a call for a picture does: serve the stored file, refuse, or fetch. */
export type PictureUse =
  | { readonly kind: "serve"; readonly fileId: string; readonly type: NonNullable<OutsidePicture["contentType"]> }
  | { readonly kind: "refuse" }
  | { readonly kind: "fetch" };

/** What to do with what is stored of an address. @param now in ms since 1970 */
export const pictureUse = (
  stored: Pick<OutsidePicture, "fileId" | "contentType" | "fetchedAt"> | null,
  now: number,
): PictureUse => {
  if (!stored) return { kind: "fetch" };
  const age = now - stored.fetchedAt.getTime();
  if (stored.fileId === null) return { kind: age < failedMs ? "refuse" : "fetch" };
  if (stored.contentType === null || age >= lifetimeMs) return { kind: "fetch" };
  return { kind: "serve", fileId: stored.fileId, type: stored.contentType };
};

/**
 * What a sweep deletes: pictures fetched before one moment, and addresses that gave none before another.
 * @param surplusAt when the newest of too many pictures was fetched; null when there are not too many
 */
export const sweepLimits = (
  now: number,
  surplusAt: Date | null,
): { readonly before: Date; readonly failedBefore: Date } => ({
  before: new Date(Math.max(now - lifetimeMs, surplusAt ? surplusAt.getTime() + 1 : 0)),
  failedBefore: new Date(now - failedMs),
});
