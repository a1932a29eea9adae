import type { Uid } from "@tribe/contract";
import { candidates, type Nameable, openMention } from "./mentions.ts";

/** What is in the composer's field. */
export interface Writing {
  readonly text: string;
  readonly caret: number;
  /** The marked one of the people that the text after an `@` offers; more than there are means the last one. */
  readonly marked: number;
  /** The person has closed the list of people, until the text changes. */
  readonly isMentionClosed: boolean;
  /** People by the names under which they were chosen from the list. */
  readonly chosen: ReadonlyMap<string, Uid>;
}

export type WritingEvent =
  /** The field has another text. */
  | { readonly type: "typed"; readonly text: string; readonly caret: number }
  /** Something was picked that replaces the selected part, such as an emoji. */
  | { readonly type: "inserted"; readonly piece: string; readonly from: number; readonly to: number }
  | { readonly type: "caretMoved"; readonly caret: number }
  | { readonly type: "mentionMarked"; readonly index: number }
  /** A person was chosen from the list, whose name is inserted besides. */
  | { readonly type: "personChosen"; readonly person: Nameable }
  | { readonly type: "mentionClosed" }
  /** An edit begins with its message's text, or ends with the draft that was there before. */
  | { readonly type: "replaced"; readonly text: string }
  | { readonly type: "sent" };

export const writingOf = (text: string): Writing => ({
  text,
  caret: 0,
  marked: 0,
  isMentionClosed: false,
  chosen: new Map(),
});

const withText = (writing: Writing, text: string, caret: number): Writing => ({
  ...writing,
  text,
  caret,
  marked: 0,
  isMentionClosed: false,
});

export const writingAfter = (writing: Writing, event: WritingEvent): Writing => {
  switch (event.type) {
    case "typed":
      return withText(writing, event.text, event.caret);
    case "inserted": {
      const { piece, from, to } = event;
      const text = writing.text.slice(0, from) + piece + writing.text.slice(to);
      return withText(writing, text, from + piece.length);
    }
    case "caretMoved":
      return { ...writing, caret: event.caret };
    case "mentionMarked":
      return { ...writing, marked: event.index };
    case "personChosen": {
      const { displayName, uid } = event.person;
      return { ...writing, chosen: new Map([...writing.chosen, [displayName, uid]]) };
    }
    case "mentionClosed":
      return { ...writing, isMentionClosed: true };
    case "replaced":
      return { ...writing, text: event.text };
    case "sent":
      return writingOf("");
  }
};

/** The people whom the text before the caret offers, and which of them is marked; null if it offers nobody. */
export const mentionMenu = <Person extends Nameable>(
  { text, caret, marked, isMentionClosed }: Writing,
  people: readonly Person[],
) => {
  const mention = isMentionClosed ? null : openMention(text, caret);
  const offered = mention ? candidates(people, mention.query) : [];
  const index = Math.min(marked, offered.length - 1);
  const person = offered[index];
  return mention && person ? { mention, offered, index, person } : null;
};
