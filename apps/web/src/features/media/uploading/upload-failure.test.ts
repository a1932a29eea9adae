import { ApiError, type ApiErrorCode, apiErrors } from "@tribe/contract";
import { mediaTexts } from "@tribe/domain/words";
import { expect, test } from "vitest";
import { FileProblem } from "../attaching/file-problem.ts";
import { prepareFile } from "../attaching/prepare-file.ts";
import { uploadFailure } from "./upload-failure.ts";

const failureOf = (file: File) => prepareFile(file).then(() => null, uploadFailure);
const sized = (size: number, type: string, name = "a.bin") => {
  const file = new File(["."], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
};

test("what the page refuses is told in its own words, and not tried again", async () => {
  expect(await failureOf(new File([], "empty.txt"))).toEqual({ reason: "This file is empty.", canRetry: false });
  expect(await failureOf(sized(50_000_001, "application/pdf"))).toEqual({
    reason: "This is larger than 50 MB. Send a smaller one.",
    canRetry: false,
  });
  expect(await failureOf(sized(200_000_001, "video/mp4"))).toMatchObject({ reason: expect.stringMatching(/200 MB/) });
  expect(await failureOf(sized(50_000_001, "audio/wav"))).toMatchObject({ reason: expect.stringMatching(/50 MB/) });
});

test("a file that was deleted, changed or is a folder after all can't be read any more, and is not uploaded", async () => {
  for (const name of ["NotFoundError", "NotReadableError"]) {
    const file = new File(["gone"], "gone.pdf");
    file.slice = () => {
      const part = new Blob(["g"]);
      part.arrayBuffer = () => Promise.reject(new DOMException("", name));
      return part;
    };
    expect(await failureOf(file)).toEqual({
      reason: "This file can't be read any more. Add it again.",
      canRetry: false,
    });
  }
});

test("a readable file of any kind goes on as it is", async () => {
  for (const [name, type] of [
    ["notes.txt", "text/plain"],
    ["no type", ""],
    ["drawing.svg", "image/svg+xml"],
    ["sound.mp3", "audio/mpeg"],
  ] as const) {
    const file = new File(["some bytes"], name, { type });
    expect(await prepareFile(file)).toBe(file);
  }
});

test("each refusal of the server is a sentence that says what to do or that it may be tried again", () => {
  const told = (code: ApiErrorCode) => uploadFailure(new ApiError(code));
  expect(told("too_large").reason).toBe(mediaTexts.tooLargeForKind);
  for (const limit of ["20 MB", "200 MB", "50 MB"]) expect(mediaTexts.tooLargeForKind).toContain(limit);
  expect(told("media_too_many_pixels").reason).toMatch(/50 megapixels.*smaller copy/);
  const tryAgain: readonly ApiErrorCode[] = ["unavailable", "internal", "too_many_requests", "storage_full"];
  const mendable: readonly ApiErrorCode[] = ["uploads_waiting", "clock_skew", "conflict"];
  for (const code of [...tryAgain, ...mendable]) expect([code, told(code).canRetry]).toEqual([code, true]);
  for (const code of [
    "media_unreadable",
    "picture_format",
    "file_blocked",
    "file_infected",
    "not_a_member",
    "banned",
  ] as const)
    expect(told(code)).toEqual({ reason: apiErrors[code].message, canRetry: false });
  expect(uploadFailure(new FileProblem("x")).reason).toBe("x");
  expect(uploadFailure(new TypeError("undefined is not a function")).reason).not.toContain("undefined");
});
