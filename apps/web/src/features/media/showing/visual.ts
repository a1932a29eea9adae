import type { Attachment, AttachmentOf } from "@tribe/contract";

/** Attachments that are shown together in a group of tiles; all others follow below it, one per row. */
export type Visual = AttachmentOf<"image"> | AttachmentOf<"video">;

export const isVisual = (attachment: Attachment): attachment is Visual =>
  attachment.kind === "image" || attachment.kind === "video";
