import { ApiError, addressSchema, attachmentIdSchema, uploadLimits, withoutUnseen } from "@tribe/contract";
import * as z from "zod/mini";

const waveformSchema = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[0-9,]{1,300}$/)),
    z.transform((text: string) => text.split(",").map(Number)),
  ),
  z
    .array(z.int().check(z.minimum(0), z.maximum(100)))
    .check(z.minLength(uploadLimits.waveformValues), z.maxLength(uploadLimits.waveformValues)),
);

const metadataSchema = z.object({
  mint: addressSchema,
  filename: z.string(),
  poster: z.optional(attachmentIdSchema),
  isPoster: z.optional(z.literal("yes")),
  waveform: z.optional(waveformSchema),
  isVoice: z.optional(z.literal("yes")),
});
export type CheckedMetadata = z.output<typeof metadataSchema>;

/** @throws ApiError `invalid_field` */
export const checkMetadata = (metadata: Readonly<Record<string, string | null>>): CheckedMetadata => {
  const parsed = z.safeParse(metadataSchema, metadata);
  if (parsed.success) return parsed.data;
  const field = ["Upload-Metadata", ...(parsed.error.issues[0]?.path ?? [])].join(".");
  throw new ApiError("invalid_field", { field, message: `${field} is not valid` });
};

/** The announced length. @throws ApiError `invalid_field`, `too_large`. */
export const checkLength = (header: string | undefined): number => {
  const isNumber = /^[1-9][0-9]{0,15}$/.test(header ?? "");
  if (!isNumber) throw new ApiError("invalid_field", { field: "Upload-Length", message: "This file is empty" });
  const size = Number(header);
  if (size > uploadLimits.maxBytes)
    throw new ApiError("too_large", { message: `This is larger than ${uploadLimits.maxBytes / 1_000_000} MB` });
  return size;
};

/** A file's name: one line of what is seen, without folders, of limited length. */
export const cleanName = (name: string): string => {
  const visible = withoutUnseen(name.split(/[/\\]/).at(-1) ?? "").trim();
  const short = [...visible];
  // Of dots, spaces and invisible characters alone nobody could see a name.
  if (/^[.\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(visible)) return "file";
  if (short.length <= uploadLimits.nameMaxCharacters) return visible;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(visible)?.[0] ?? "";
  return withoutUnseen(short.slice(0, uploadLimits.nameMaxCharacters - ending.length).join("")) + ending;
};

/** The uploads of somebody that no message has yet. */
export interface UnsentUploads {
  readonly files: number;
  readonly bytes: number;
}

/** @throws ApiError `uploads_waiting` when somebody has too many unsent files for another one of this size */
export const checkUnsent = ({ files, bytes }: UnsentUploads, size: number): void => {
  if (files >= uploadLimits.unsentFiles || bytes + size > uploadLimits.unsentBytes)
    throw new ApiError("uploads_waiting");
};
