import type { TransactionSignature } from "@tribe/contract";
import { expect, test } from "vitest";
import { mergePage, readCursor } from "./page.ts";

const row = (seconds: number, signature: string | null) => ({
  changedAt: new Date(seconds * 1_000),
  signature: signature as TransactionSignature | null, // no code here reads it
});

test("sent and received transfers come as one list, the newest first, and of the same moment by signature", () => {
  const { page, nextCursor } = mergePage(
    [
      [row(3, "a"), row(1, "b")],
      [row(3, "c"), row(2, "d"), row(2, null)],
    ],
    10,
  );
  expect(page.map(({ signature }) => signature)).toEqual(["c", "a", "d", "b"]);
  expect(nextCursor).toBeNull();
});

test("a page ends at its limit, and its cursor names its last transfer", () => {
  const { page, nextCursor } = mergePage([[row(3, "a"), row(1, "b")], [row(2, "c")]], 2);
  expect(page.map(({ signature }) => signature)).toEqual(["a", "c"]);
  expect(readCursor(nextCursor ?? undefined)).toEqual({ time: new Date(2_000), signature: "c" });
  expect(readCursor(undefined)).toBeNull();
});
