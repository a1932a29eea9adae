import { ApiError, apiErrors } from "@tribe/contract";
import { mediaTexts } from "@tribe/domain/words";
import { wordsOf } from "../../../shared/api/errors.ts";
import { FileProblem } from "../attaching/file-problem.ts";

/** Why a file was not added, in words for the person, and whether the same file may be tried again. */
export interface UploadFailure {
  readonly reason: string;
  readonly canRetry: boolean;
}

/** What the person or their network may put right while the file stays here. */
const mendable: ReadonlySet<string> = new Set(["uploads_waiting", "clock_skew", "conflict"]);

/** The words for anything that adding a file may throw. */
export const uploadFailure = (error: unknown): UploadFailure => {
  if (error instanceof FileProblem) return { reason: error.message, canRetry: false };
  if (!(error instanceof ApiError)) return { reason: wordsOf(error).title, canRetry: true };
  // Only the server knows the kind by the file's bytes, and the person then asks how large it may be.
  const reason = error.code === "too_large" ? mediaTexts.tooLargeForKind : wordsOf(error).title;
  return { reason, canRetry: apiErrors[error.code].retry === "safe" || mendable.has(error.code) };
};
