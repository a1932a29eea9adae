import type { MentionRange, Mint, Uid } from "@tribe/contract";
import { messageMentions } from "@tribe/domain/markup";

/** A person's key in one Tribe. */
export const accessKey = (mint: Mint, uid: Uid): string => `${mint} ${uid}`;

/** The mentions that occur in the text as `@…`, in its order, without overlaps, and not in code. */
export const rangesWithin = (text: string, mentions: readonly MentionRange[]): readonly MentionRange[] => {
  let end = 0;
  const within = [...mentions]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, length }) => {
      const fits = start >= end && start + length <= text.length && text[start] === "@";
      if (fits) end = start + length;
      return fits;
    });
  return messageMentions(text, within);
};

/**
 * The mentions that a message of a Tribe gets: those within its text, of people who may read the chat.
 * @param strangers keys of people who may not
 */
export const mentionsOf = (
  { mint, text, mentions }: { readonly mint: Mint; readonly text: string; readonly mentions: readonly MentionRange[] },
  strangers: ReadonlySet<string>,
): MentionRange[] => rangesWithin(text, mentions).filter(({ uid }) => !strangers.has(accessKey(mint, uid)));
