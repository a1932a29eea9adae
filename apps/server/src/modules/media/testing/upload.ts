import {
  type AnswerOf,
  ApiError,
  type Attachment,
  addSignature,
  isApiErrorCode,
  type MediaForm,
  mediaUrlEnd,
  routes,
  signMediaUrl,
  type UploadMetadata,
  uploadPath,
  uploadPayload,
} from "@tribe/contract";
import type { TestApp, TestDevice } from "../../../testing/start-test-app.ts";

/** One call of the tus protocol, signed as the page signs it. */
export const tusCall = async (
  { origin }: Pick<TestApp, "origin">,
  who: TestDevice,
  method: "POST" | "PATCH" | "HEAD" | "DELETE",
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<Response> => {
  const all = new Headers({ "tus-resumable": "1.0.0", ...headers });
  const url = new URL(path, origin);
  const payload = uploadPayload((name) => all.get(name) ?? undefined);
  await addSignature(all, { method, url, payload, credentials: who.credentials, timestamp: Date.now() });
  // A stream is sent while it comes.
  const parts = { ...(body ? { body, duplex: "half" as const } : {}), ...(signal ? { signal } : {}) };
  return fetch(url, { method, headers: all, ...parts });
};

/** An upload's metadata as tus writes it. */
export const metadataHeader = (metadata: UploadMetadata): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString("base64")}`)
    .join(",");

/** Opens an upload. @returns its path. @throws ApiError as the server refuses. */
export const beginUpload = async (
  app: TestApp,
  who: TestDevice,
  metadata: UploadMetadata,
  size: number,
): Promise<string> => {
  const response = await tusCall(app, who, "POST", uploadPath, {
    "upload-length": String(size),
    "upload-metadata": metadataHeader(metadata),
  });
  await throwRefusal(response);
  return new URL(response.headers.get("location") ?? "").pathname;
};

/** Sends bytes from `offset` on. @throws ApiError as the server refuses. */
export const sendBytes = async (
  app: TestApp,
  who: TestDevice,
  path: string,
  offset: number,
  bytes: Uint8Array,
): Promise<number> => {
  const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
  const response = await tusCall(app, who, "PATCH", path, headers, Uint8Array.from(bytes));
  await throwRefusal(response);
  return Number(response.headers.get("upload-offset"));
};

/**
 * Begins to send all bytes and cuts the connection when the server has written `cutAt` of them. @param written how many bytes the
 * server has written so far
 */
export const breakOff = async (
  app: TestApp,
  who: TestDevice,
  path: string,
  bytes: Uint8Array,
  { cutAt, written }: { readonly cutAt: number; readonly written: () => Promise<number> },
): Promise<void> => {
  const cut = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.subarray(0, cutAt)),
  });
  const headers = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  const sending = tusCall(app, who, "PATCH", path, headers, body, cut.signal).catch(() => null);
  while ((await written()) < cutAt) await new Promise((resolve) => setTimeout(resolve, 20));
  cut.abort();
  await sending;
};

/** @throws ApiError for an answer that is no success */
export const throwRefusal = async (response: Response): Promise<void> => {
  if (response.ok) return;
  const text = await response.text();
  const { code } = (JSON.parse(text || "{}") as { error?: { code?: string } }).error ?? {};
  if (code && isApiErrorCode(code)) throw new ApiError(code);
  throw new Error(`answered ${response.status}: ${text}`);
};

export const idOf = (path: string): string => path.slice(uploadPath.length + 1);

/** Asks until an upload is ready or refused. @throws Error after a minute */
export const settled = async (who: TestDevice, id: string): Promise<AnswerOf<typeof routes.media.upload>> => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await who.call(routes.media.upload, { query: { id } });
    if (answer.state === "ready" || answer.state === "refused") return answer;
    if (Date.now() > deadline) throw new Error(`the upload is still ${answer.state}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Uploads a whole file. @returns its attachment, or the code of its refusal */
export const uploadFile = async (
  app: TestApp,
  who: TestDevice,
  metadata: UploadMetadata,
  bytes: Uint8Array,
): Promise<Attachment | string> => {
  const path = await beginUpload(app, who, metadata, bytes.length);
  await sendBytes(app, who, path, 0, bytes);
  const answer = await settled(who, idOf(path));
  switch (answer.state) {
    case "ready":
      return answer.attachment;
    case "refused":
      return answer.code;
    default:
      throw new Error("it is not settled");
  }
};

/** Fetches a file as the person whose session signs the address. */
export const fetchMedia = async (
  app: TestApp,
  { credentials }: TestDevice,
  id: string,
  form: MediaForm,
  init: RequestInit = {},
): Promise<Response> => {
  if (!credentials.session) throw new Error("nobody is signed in");
  const { sessionId, sessionSecret } = credentials.session;
  const claim = { id, form, sessionId, until: mediaUrlEnd(Date.now()) };
  return fetch(await signMediaUrl(app.origin, sessionSecret, claim), { redirect: "manual", ...init });
};
