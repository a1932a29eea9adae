import type { Attachment, AttachmentOf, MediaForm } from "@tribe/contract";

/** A file of a work folder that is to be kept. */
export interface MadeForm {
  readonly form: MediaForm;
  readonly path: string;
  readonly contentType: string;
}

/** What was made of an upload; its id and name are known elsewhere. */
export interface ProcessedFile<Kind extends Attachment["kind"] = Attachment["kind"]> {
  readonly attachment: { [K in Kind]: Omit<AttachmentOf<K>, "id" | "name"> }[Kind];
  readonly forms: readonly MadeForm[];
}
