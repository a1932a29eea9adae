import type { MentionRange, Mint, Uid } from "@tribe/contract";
import type { Executor } from "../../../db/client.ts";
import { withoutAccess } from "../../membership/index.ts";

/** A person's key in one Tribe. */
export const accessKey = (mint: Mint, uid: Uid): string => `${mint} ${uid}`;

/** The mentions that occur in the text as `@…`, in its order, without overlaps. */
export const rangesWithin = (text: string, mentions: readonly MentionRange[]): MentionRange[] => {
  let end = 0;
  return [...mentions]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, length }) => {
      const fits = start >= end && start + length <= text.length && text[start] === "@";
      if (fits) end = start + length;
      return fits;
    });
};

/** The keys of mentioned people who may not read the chat. */
export const strangersAmong = async (
  db: Executor,
  messages: readonly { readonly mint: Mint; readonly mentions: readonly MentionRange[] }[],
): Promise<ReadonlySet<string>> => {
  const asked = messages.flatMap(({ mint, mentions }) => mentions.map(({ uid }) => ({ mint, uid })));
  if (asked.length === 0) return new Set();
  return new Set((await withoutAccess(db, asked)).map(({ mint, uid }) => accessKey(mint, uid)));
};
