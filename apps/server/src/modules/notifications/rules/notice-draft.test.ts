import type { Mint, Uid } from "@tribe/contract";
import { expect, test } from "vitest";
import type { NoticeSubjectRow } from "../schema.ts";
import { mergeDrafts, type NoticeDraft } from "./notice-draft.ts";

// Names instead of real ids: the rules only compare them.
const mint = "tribe" as Mint;
const [ann, ben] = ["ann" as Uid, "ben" as Uid];

const draft = (uid: Uid, key: string, subject: NoticeSubjectRow, at = 0): NoticeDraft => ({
  uid,
  key,
  subject,
  count: 1,
  at: new Date(at),
  isSeen: false,
  push: true,
  mail: false,
});
const messages = (from: number, number: number): NoticeSubjectRow => ({ type: "chat_new_message", mint, from, number });
const created = (...mints: readonly string[]): NoticeSubjectRow => ({
  type: "token_created",
  mints: mints.map((each) => each as Mint),
});

test.each([
  ["messages from the first to the last", messages(3, 4), messages(5, 9), messages(3, 9)],
  ["new Tribes, the newest first", created("b", "a"), created("c"), created("c", "b", "a")],
  [
    "no more new Tribes than a digest names",
    created("e", "d", "c", "b", "a"),
    created("f"),
    created("f", "e", "d", "c", "b"),
  ],
  [
    "of a subject of its own the last one",
    { type: "system", text: "first", route: "/" } as const,
    { type: "system", text: "second", route: "/" } as const,
    { type: "system", text: "second", route: "/" } as const,
  ],
])("drafts of one person and key become one notice: %s", (_what, first, second, merged) => {
  expect(mergeDrafts([draft(ann, "key", first, 1), draft(ann, "key", second, 2)])).toEqual([
    { ...draft(ann, "key", merged, 2), count: 2 },
  ]);
});

test("drafts of other people and keys stay apart, in the order in which rows are locked", () => {
  const drafts = [draft(ben, "a", messages(1, 1)), draft(ann, "b", messages(1, 1)), draft(ann, "a", messages(1, 1))];
  expect(mergeDrafts(drafts).map(({ uid, key }) => `${uid} ${key}`)).toEqual(["ann a", "ann b", "ben a"]);
});
