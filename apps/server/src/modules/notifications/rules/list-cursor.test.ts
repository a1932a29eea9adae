import { expect, test } from "vitest";
import { noticeCursorText, readNoticeCursor } from "./list-cursor.ts";

test("a list continues behind the notice that its cursor names", () => {
  const text = noticeCursorText({ at: new Date(1_800_000_000_123), id: 42 });
  expect(readNoticeCursor(text)).toEqual({ at: 1_800_000_000_123, id: 42 });
});

test.each([null, undefined])("without a cursor it starts with the newest", (cursor) => {
  expect(readNoticeCursor(cursor)).toBeNull();
});
