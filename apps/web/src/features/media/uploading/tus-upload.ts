import {
  ApiError,
  addSignature,
  attachmentIdSchema,
  isApiErrorCode,
  type UploadMetadata,
  uploadPath,
  uploadPayload,
} from "@tribe/contract";
import type { DetailedError, HttpRequest, Upload } from "tus-js-client";
import { access, credentialsOf } from "../../../shared/api/access.ts";
import { confirmServerTime } from "../../../shared/time/confirm-server-time.ts";
import { serverNow } from "../../../shared/time/server-time.ts";
import { checkReadable, FileProblem } from "../attaching/file-problem.ts";
import { uploadedParts } from "./uploaded-parts.ts";

/** Small enough to arrive before a request's timeout on a slow network, large enough to add little overhead on a fast one. */
const chunkBytes = 4_000_000;
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/** The files on their way: the same one, sent twice at once, is two uploads. */
const running = new Set<string>();

/** A running upload. */
export interface RunningUpload {
  /** The upload's id once all bytes have arrived. @throws ApiError, FileProblem; DOMException `AbortError` if it was cancelled */
  readonly done: Promise<string>;
  /** Ends it here; what has arrived stays, and the next upload of the same file continues after it. */
  halt(): void;
  /** Cancels the upload and deletes on the server what has arrived. */
  cancel(): void;
}

/**
 * Uploads a file with the tus protocol: in chunks, with retries after a lost connection. It continues where it stopped, also
 * after a reload if the same file is chosen again.
 * @param base origin of the uploads. @param onProgress called with the number of bytes that have arrived
 */
export const startUpload = async (
  base: string,
  file: Blob,
  metadata: UploadMetadata,
  onProgress: (sentBytes: number) => void,
): Promise<RunningUpload> => {
  const { Upload: TusUpload } = await import("tus-js-client");
  let resolve: (id: string) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const done = new Promise<string>((...ends) => {
    [resolve, reject] = ends;
  });
  // Nobody may wait for `done` after a cancel: its rejection must not be reported as unhandled.
  done.catch(() => undefined);
  const known = fingerprintOf(file, metadata);
  const isFirst = isResumable(file, metadata) && !running.has(known);
  const fingerprint = isFirst ? known : crypto.randomUUID();
  running.add(fingerprint);
  const end = (): void => void running.delete(fingerprint);
  done.then(end, end);
  /** The server has refused the time of the last request. */
  let isTimeRefused = false;
  const upload: Upload = new TusUpload(file, {
    endpoint: new URL(uploadPath, base).href,
    chunkSize: chunkBytes,
    retryDelays,
    metadata: textOf(metadata),
    urlStorage: uploadedParts,
    fingerprint: async () => fingerprint,
    storeFingerprintForResuming: isFirst,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      await checkReadable(file);
      await confirmServerTime(isTimeRefused);
      isTimeRefused = false;
      await sign(request);
    },
    onProgress: (sent) => onProgress(sent),
    onShouldRetry: (error) => {
      isTimeRefused = codeIn(error) === "clock_skew";
      return isPassing(error);
    },
    onError: (error) => reject(ownErrorIn(error) ?? toApiError(error)),
    onSuccess: () => {
      const id = attachmentIdSchema.safeParse(upload.url?.split("/").at(-1));
      if (id.success) resolve(id.data);
      else reject(new ApiError("internal"));
    },
  });
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
  return {
    done,
    halt: () => {
      upload.abort().catch(() => undefined);
      reject(new DOMException("halted", "AbortError"));
    },
    cancel: () => {
      // If this fails the server deletes it within a day.
      upload.abort(true).catch(() => undefined);
      reject(new DOMException("cancelled", "AbortError"));
    },
  };
};

const textOf = (metadata: UploadMetadata): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** A poster is drawn anew after a reload. */
const isResumable = (file: Blob, { isPoster }: UploadMetadata): boolean => !isPoster && file instanceof File;

/** Identifies the same file for the same chat. */
const fingerprintOf = (file: Blob, metadata: UploadMetadata): string =>
  file instanceof File ? [metadata.mint, file.name, file.type, file.size, file.lastModified].join("|") : "";

const sign = async (request: HttpRequest): Promise<void> => {
  const url = new URL(request.getURL());
  // tus-js-client stores headers by name with capitals and looks them up case-sensitively.
  const written = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  await addSignature(
    { set: (name, value) => request.setHeader(name, value) },
    {
      method: request.getMethod(),
      url,
      payload: uploadPayload((name) => request.getHeader(written(name))),
      credentials: credentialsOf(access.get()),
      timestamp: serverNow(),
    },
  );
};

const statusOf = (error: Error | DetailedError): number =>
  "originalResponse" in error ? (error.originalResponse?.getStatus() ?? 0) : 0;

/** What this page threw before it sent a request: nobody is signed in, or the file can't be read. */
const ownErrorIn = (error: Error | DetailedError): ApiError | FileProblem | null => {
  const cause = "causingError" in error ? error.causingError : null;
  return cause instanceof ApiError || cause instanceof FileProblem ? cause : null;
};

/** Errors that a retry may fix: a lost connection, a busy server, an unfinished call to the same upload, a wrong clock. */
const isPassing = (error: Error | DetailedError): boolean =>
  ownErrorIn(error) === null &&
  ([0, 408, 409, 423, 429, 500, 502, 504].includes(statusOf(error)) ||
    ["unavailable", "clock_skew"].includes(codeIn(error) ?? ""));

const codeIn = (error: Error | DetailedError): string | null => {
  const body = "originalResponse" in error ? error.originalResponse?.getBody() : undefined;
  return /"code":"([a-z_]+)"/.exec(body ?? "")?.[1] ?? null;
};

const toApiError = (error: Error | DetailedError): ApiError => {
  const code = codeIn(error);
  if (code !== null && isApiErrorCode(code)) return new ApiError(code, { cause: error });
  return new ApiError(statusOf(error) === 413 ? "too_large" : "unavailable", { cause: error });
};
