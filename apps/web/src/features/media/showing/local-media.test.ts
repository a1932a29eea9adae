import type { Attachment } from "@tribe/contract";
import { afterEach, expect, test, vi } from "vitest";
import { localMedia, localUrl } from "./local-media.ts";

const revoked = vi.spyOn(URL, "revokeObjectURL");
afterEach(() => void revoked.mockClear());

const image = (id: string): Attachment => ({
  ...{ kind: "image", id, name: "a.png", size: 3, width: 3, height: 2, isAnimated: false },
  blur: "data:image/webp;base64,AA",
});
const video = (id: string): Attachment => ({
  ...{ kind: "video", id, name: "a.mp4", size: 3, width: 3, height: 2, mimeType: "video/mp4", durationMs: 1 },
  blur: null,
});

test("a sent picture is still shown from here, until it can't be any more", () => {
  localMedia.add("key", new Blob(["a"]));
  const url = localUrl("key", "full");
  expect(url).toMatch(/^blob:/);
  expect(localUrl("sent", "medium")).toBeUndefined();
  localMedia.alias(image("sent"), "key");
  expect(localUrl("sent", "medium")).toBe(url);
  localMedia.remove("key");
  // The sent one still needs it.
  expect(revoked).not.toHaveBeenCalled();
  localMedia.fail("sent");
  expect(localUrl("sent", "medium")).toBeUndefined();
  expect(revoked).toHaveBeenCalledWith(url);
});

test("of a video the poster is shown from here, and the server's is played", () => {
  localMedia.add("film", new Blob(["a"]));
  expect(localUrl("film", "poster")).toBeNull();
  localMedia.addPoster("film", new Blob(["b"]));
  localMedia.alias(video("sent film"), "film");
  expect(localUrl("sent film", "poster")).toMatch(/^blob:/);
  expect(localUrl("sent film", "full")).toBeUndefined();
  localMedia.remove("film");
  localMedia.remove("sent film");
});

test("what the server doesn't have is never asked of it, also when it can't be shown or was lost", () => {
  localMedia.add("damaged", new Blob(["a"]));
  localMedia.fail("damaged");
  localMedia.add("lost", null);
  for (const id of ["damaged", "lost"]) expect(localUrl(id, "full")).toBeNull();
});

test("of many sent pictures the oldest are given back", () => {
  for (let index = 0; index < 130; index += 1) {
    localMedia.add(`k${index}`, new Blob(["a"]));
    localMedia.alias(image(`id${index}`), `k${index}`);
    localMedia.remove(`k${index}`);
  }
  expect(localUrl("id0", "full")).toBeUndefined();
  expect(localUrl("id129", "full")).toMatch(/^blob:/);
  expect(revoked.mock.calls.length).toBeGreaterThanOrEqual(10);
});
