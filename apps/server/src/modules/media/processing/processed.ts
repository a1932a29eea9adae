import type { Attachment, AttachmentOf, MediaForm } from "@tribe/contract";

/** A file in a work folder that is to be kept. */
export interface MadeForm {
  readonly form: MediaForm;
  readonly path: string;
  readonly contentType: string;
}

/** The result for an upload; its id and name are added by the caller. */
export interface ProcessedFile<Kind extends Attachment["kind"] = Attachment["kind"]> {
  readonly attachment: { [K in Kind]: Omit<AttachmentOf<K>, "id" | "name"> }[Kind];
  readonly forms: readonly MadeForm[];
}
