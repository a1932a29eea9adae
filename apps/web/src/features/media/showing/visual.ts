import type { Attachment, AttachmentOf } from "@tribe/contract";

/** What is looked at, in one group; all else stands below it, one in a row. */
export type Visual = AttachmentOf<"image"> | AttachmentOf<"video">;

export const isVisual = (attachment: Attachment): attachment is Visual =>
  attachment.kind === "image" || attachment.kind === "video";
