import { type ApiCall, ApiError, type Mint, routes, signingHeaders } from "@tribe/contract";
import type { UploadOptions } from "tus-js-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { access } from "../../../shared/api/access.ts";
import { provideApi } from "../../../shared/api/api.ts";
import { clockLead, serverClock } from "../../../shared/time/server-time.ts";
import { FileProblem } from "../attaching/file-problem.ts";
import { startUpload } from "./tus-upload.ts";

const begun: UploadOptions[] = [];
vi.mock("tus-js-client", () => ({
  Upload: class {
    readonly url = null;
    constructor(_file: Blob, options: UploadOptions) {
      begun.push(options);
    }
    readonly findPreviousUploads = async () => [];
    readonly start = () => undefined;
  },
}));

const threeDays = 3 * 86_400_000;
const signedIn = {
  device: { deviceId: "d1", deviceSecret: "AAAA" },
  session: { sessionId: "s1", accessToken: "t1", sessionSecret: "BBBB", expiresAt: 8e15, since: 0 },
};
let before: ReturnType<typeof access.get>;
beforeEach(() => {
  before = access.get();
  access.set(signedIn);
  serverClock.correct(new Date().toUTCString());
  clockLead.set(0);
});
afterEach(() => {
  access.set(before);
  clockLead.set(0);
});

/** An upload of which the test makes the requests, as the library would. */
const upload = async (file: Blob) => {
  const { done } = await startUpload(
    "https://files.example",
    file,
    { mint: "m" as Mint, filename: "a" },
    () => undefined,
  ); // never decoded
  const options = begun.at(-1);
  if (!options?.onBeforeRequest || !options.onShouldRetry) throw new Error("the upload did not begin");
  const { onBeforeRequest, onShouldRetry, onError } = options;
  return {
    done,
    /** The time that the next request is signed with. */
    signedAt: async (): Promise<number> => {
      const headers = new Map<string, string>();
      const request = {
        getURL: () => "https://files.example/upload",
        getMethod: () => "POST",
        getHeader: () => undefined,
        setHeader: (name: string, value: string) => void headers.set(name, value),
      };
      await onBeforeRequest(request as never); // nothing else of it is used
      return Number(headers.get(signingHeaders.timestamp));
    },
    /** Fails the request; returns whether it is tried again. */
    fail: (error: object): boolean => {
      const again = onShouldRetry(error as never, 0, options as never); // only these fields are read
      if (!again) onError?.(error as never);
      return again;
    },
  };
};
const refusedAs = (code: string, status: number) => ({
  originalResponse: { getStatus: () => status, getBody: () => JSON.stringify({ error: { code } }) },
});

test("a request is signed with the server's time, whatever the device's clock says", async () => {
  clockLead.set(threeDays);
  const { signedAt } = await upload(new Blob(["text"]));
  expect(Math.abs((await signedAt()) - Date.now() - threeDays)).toBeLessThan(60_000);
});

test("when its time is refused the server is asked for the time once, and the request is repeated with it", async () => {
  const asked: unknown[] = [];
  const api = async (route: unknown) => {
    asked.push(route);
    clockLead.set(-600_000);
    return {};
  };
  provideApi(api as unknown as ApiCall); // only one route is asked
  const { signedAt, fail } = await upload(new Blob(["text"]));
  await signedAt();
  expect(asked).toEqual([]);
  expect(fail(refusedAs("clock_skew", 401))).toBe(true);
  expect(Math.abs((await signedAt()) - Date.now() + 600_000)).toBeLessThan(60_000);
  await signedAt();
  expect(asked).toEqual([routes.system.config]);
});

test("a lost connection is tried again; a file that is gone, a refusal and a signed-out page are not", async () => {
  const gone = new Blob(["text"]);
  gone.slice = () => {
    throw new DOMException("", "NotReadableError");
  };
  const first = await upload(gone);
  const problem = await first.signedAt().catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(FileProblem);
  expect(first.fail({ causingError: problem })).toBe(false);
  await expect(first.done).rejects.toBe(problem);

  const second = await upload(new Blob(["text"]));
  expect(second.fail({ causingError: new Error("the connection was lost") })).toBe(true);
  expect(second.fail(refusedAs("storage_full", 503))).toBe(false);
  await expect(second.done).rejects.toMatchObject({ code: "storage_full" });

  access.set({ ...signedIn, device: null, session: null });
  const third = await upload(new Blob(["text"]));
  const nobody = await third.signedAt().catch((error: unknown) => error);
  expect(nobody).toMatchObject({ code: "unauthorized" });
  expect(nobody).toBeInstanceOf(ApiError);
  expect(third.fail({ causingError: nobody })).toBe(false);
  await expect(third.done).rejects.toBe(nobody);
});

test("the same file sent twice at once is two uploads; later one goes on where another has stopped", async () => {
  const file = new File(["text"], "a.txt", { lastModified: 1 });
  const known = async () => {
    const options = begun.at(-1);
    if (!options) throw new Error("the upload did not begin");
    return [await options.fingerprint?.(file, options), options.storeFingerprintForResuming] as const;
  };
  const first = await upload(file);
  const [fingerprint, isStored] = await known();
  expect(isStored).toBe(true);
  await upload(file);
  const [other, isOtherStored] = await known();
  expect(other).not.toBe(fingerprint);
  expect(isOtherStored).toBe(false);
  first.fail(refusedAs("storage_full", 503));
  await expect(first.done).rejects.toBeInstanceOf(ApiError);
  await upload(file);
  expect(await known()).toEqual([fingerprint, true]);
});
