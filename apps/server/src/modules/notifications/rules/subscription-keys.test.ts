import { ApiError } from "@tribe/contract";
import { expect, test } from "vitest";
import { decodeSubscriptionKeys } from "./subscription-keys.ts";

const point = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]);
const secret = Buffer.alloc(16, 2);
const keys = (p256dh: Buffer, auth: Buffer) => ({
  p256dh: p256dh.toString("base64url"),
  auth: auth.toString("base64url"),
});

test("a point and a secret of a browser are decoded", () => {
  expect(decodeSubscriptionKeys(keys(point, secret))).toEqual({ p256dh: point, auth: secret });
});

test.each([
  ["a compressed point", keys(Buffer.alloc(33, 2), secret)],
  ["a point of another form", keys(Buffer.alloc(65, 5), secret)],
  ["a short secret", keys(point, secret.subarray(1))],
  ["a long secret", keys(point, Buffer.alloc(17))],
  ["nothing", keys(Buffer.alloc(0), Buffer.alloc(0))],
])("%s is refused", (_what, wrong) => {
  expect(() => decodeSubscriptionKeys(wrong)).toThrow(ApiError);
});
