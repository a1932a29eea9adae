import { uidSchema } from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { completion, mentionsIn } from "./mentions.ts";
import { mentionMenu, type Writing, type WritingEvent, writingAfter, writingOf } from "./writing.ts";

const person = (uid: string, displayName: string) => ({ uid: z.parse(uidSchema, uid), displayName });
const mara = person("person-01", "Mara");
const otherMara = person("person-02", "Mara");
const ines = person("person-03", "Inês Sá");
const people = [mara, otherMara, ines];

const after = (text: string, ...events: readonly WritingEvent[]): Writing =>
  events.reduce(writingAfter, writingOf(text));
const typed = (text: string, caret = text.length): WritingEvent => ({ type: "typed", text, caret });
const choose = (writing: Writing, chosen: typeof mara): Writing => {
  const menu = mentionMenu(writing, people);
  if (!menu) throw new Error("nobody is offered");
  const inserted = completion(writing.text, menu.mention, chosen.displayName);
  return [{ type: "inserted", ...inserted } as const, { type: "personChosen", person: chosen } as const].reduce(
    writingAfter,
    writing,
  );
};

it("begins with the draft and follows what is typed", () => {
  expect(writingOf("a draft")).toMatchObject({ text: "a draft", caret: 0 });
  expect(after("", typed("hello", 2))).toMatchObject({ text: "hello", caret: 2 });
});

it("inserts an emoji at the caret, and in place of what is selected", () => {
  expect(after("hello", { type: "inserted", piece: "👋", from: 2, to: 2 })).toMatchObject({
    text: "he👋llo",
    caret: 4,
  });
  expect(after("hello", { type: "inserted", piece: "👋", from: 0, to: 5 })).toMatchObject({ text: "👋", caret: 2 });
});

it("offers people for what stands before the caret, the first of them marked", () => {
  const writing = after("", typed("hi @ma there", 6));
  expect(mentionMenu(writing, people)).toMatchObject({ offered: [mara, otherMara], index: 0, person: mara });
  expect(mentionMenu(writingAfter(writing, { type: "caretMoved", caret: 2 }), people)).toBe(null);
  expect(mentionMenu(after("", typed("@nobody")), people)).toBe(null);
  expect(mentionMenu(after("", typed("@ma")), [])).toBe(null);
});

it("keeps the mark within the people that are left, and begins anew with another text", () => {
  const marked = after("", typed("@ma"), { type: "mentionMarked", index: 1 });
  expect(mentionMenu(marked, people)).toMatchObject({ index: 1, person: otherMara });
  expect(mentionMenu(marked, [mara])).toMatchObject({ index: 0, person: mara });
  expect(mentionMenu(writingAfter(marked, typed("@mar")), people)).toMatchObject({ index: 0 });
});

it("offers nobody after the list was closed, until the text changes", () => {
  const closed = after("", typed("@ma"), { type: "mentionClosed" });
  expect(mentionMenu(closed, people)).toBe(null);
  expect(mentionMenu(writingAfter(closed, { type: "caretMoved", caret: 2 }), people)).toBe(null);
  expect(mentionMenu(writingAfter(closed, typed("@mar")), people)).not.toBe(null);
});

it("completes a chosen name and mentions the one of two with that name who was chosen", () => {
  const writing = choose(after("", typed("hi @ma there", 6)), otherMara);
  expect(writing).toMatchObject({ text: "hi @Mara there", caret: 9 });
  expect(mentionsIn(writing.text, people, writing.chosen)).toEqual([{ uid: otherMara.uid, start: 3, length: 5 }]);
});

it("remembers everybody who was chosen until the message is sent", () => {
  const writing = choose(writingAfter(choose(after("", typed("@ma")), otherMara), typed("@Mara @in")), ines);
  expect([...writing.chosen.values()]).toEqual([otherMara.uid, ines.uid]);
  expect(writingAfter(writing, { type: "sent" })).toEqual(writingOf(""));
});

it("shows an edited message's text, and the draft again after it", () => {
  const draft = choose(after("", typed("@ma")), otherMara);
  const edit = writingAfter(draft, { type: "replaced", text: "as it was sent" });
  expect(edit.text).toBe("as it was sent");
  expect(writingAfter(edit, { type: "replaced", text: draft.text })).toEqual(draft);
});
