import { expect, test } from "vitest";
import { pictureUse, sweepLimits } from "./picture-age.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const minute = 60_000;
const day = 86_400_000;
const ago = (ms: number) => new Date(now - ms);
const picture = { fileId: "file", contentType: "image/webp" } as const;
const none = { fileId: null, contentType: null };

test.each([
  ["one that is unknown is fetched", null, "fetch"],
  ["a new one is served", { ...picture, fetchedAt: ago(0) }, "serve"],
  ["one of this week is served", { ...picture, fetchedAt: ago(7 * day - 1) }, "serve"],
  ["one of last week is fetched again", { ...picture, fetchedAt: ago(7 * day) }, "fetch"],
  ["an address that just gave none is not requested", { ...none, fetchedAt: ago(5 * minute - 1) }, "refuse"],
  ["an address that gave none a while ago is", { ...none, fetchedAt: ago(5 * minute) }, "fetch"],
])("%s", (_what, stored, kind) => {
  expect(pictureUse(stored, now).kind).toBe(kind);
});

test.each([
  ["those of last week", null, ago(7 * day)],
  ["more, if there are too many", ago(2 * day), new Date(now - 2 * day + 1)],
  ["no fewer, if those beyond are older", ago(9 * day), ago(7 * day)],
])("a sweep deletes %s", (_what, surplusAt, before) => {
  expect(sweepLimits(now, surplusAt)).toEqual({ before, failedBefore: ago(5 * minute) });
});
