import { uploadLimits } from "@tribe/contract";
import { mediaTexts } from "@tribe/domain/words";
import { checkReadable, FileProblem } from "./file-problem.ts";
import { looksLike } from "./pending-files.ts";
import { maxSourcePixels, planPicture } from "./pictures/picture-plan.ts";
import type { RedrawOrder } from "./pictures/redraw-order.ts";
import { readSides } from "./pictures/with-image.ts";

/**
 * The file that is uploaded for a chosen one: itself, or a picture that the browser draws anew because the server can't read it
 * or it is too large. Limits are checked before the upload instead of failing after minutes. @throws FileProblem
 */
export const prepareFile = async (file: File): Promise<File> => {
  if (file.size === 0) throw new FileProblem(mediaTexts.empty);
  await checkReadable(file);
  const isForeign = isHeic(file);
  const prepared = isForeign || looksLike(file.type) === "image" ? await fitPicture(file, isForeign) : file;
  checkSize(prepared);
  return prepared;
};

/**
 * A picture that the server could not read, drawn anew by a browser that can: a damaged one, or of a kind that only browsers
 * show. Null if this one can't either. @throws FileProblem
 */
export const redrawRefused = async (file: File): Promise<File | null> => {
  const drawn = looksLike(file.type) === "image" ? await fitPicture(file, true) : file;
  return drawn === file ? null : drawn;
};

const isHeic = ({ type, name }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

const fitPicture = async (file: File, isForeign: boolean): Promise<File> => {
  const sides = await readSides(file);
  // The server decides about what this browser can't read.
  if (!sides) return file;
  const plan = planPicture({ type: file.type, bytes: file.size, ...sides }, isForeign);
  if (plan.kind === "tooManyPixels")
    throw new FileProblem(mediaTexts.tooManyPixels(plan.megapixels, maxSourcePixels / 1_000_000));
  if (plan.kind === "unchanged") return file;
  const { width, height } = plan;
  const { redraw } = await import("./pictures/redraw.ts");
  const isOpaque = isHeic(file) || file.type === "image/jpeg";
  const draw = async (type: RedrawOrder["type"]): Promise<Blob | null> => redraw({ file, width, height, type });
  const first = await draw(isOpaque ? "image/jpeg" : "image/webp");
  // Browsers that can't write WebP write PNG, of up to four bytes for each pixel.
  const drawn = first && first.size > uploadLimits.imageBytes ? await draw("image/jpeg") : first;
  if (!drawn) return file;
  const name = `${file.name.replace(/\.[^.]*$/, "")}${endings[drawn.type] ?? ""}`;
  // The same time, so that an upload of the same picture continues after a reload.
  return new File([drawn], name, { type: drawn.type, lastModified: file.lastModified });
};

const endings: Readonly<Record<string, string>> = { "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp" };

/** The largest size of a file by its kind, in bytes; the server, which sees its bytes, may find another kind. */
export const maxBytesOf = (type: string): number => {
  const kind = looksLike(type);
  return uploadLimits[`${kind}Bytes`];
};

const checkSize = ({ size, type }: File): void => {
  const limit = maxBytesOf(type);
  if (size > limit) throw new FileProblem(mediaTexts.tooLarge(limit / 1_000_000));
};
