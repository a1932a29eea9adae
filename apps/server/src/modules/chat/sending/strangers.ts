import type { MentionRange, Mint } from "@tribe/contract";
import type { Executor } from "../../../db/client.ts";
import { withoutAccess } from "../../membership/index.ts";
import { accessKey } from "../rules/mentions.ts";

/** The keys of mentioned people who may not read the chat. */
export const strangersAmong = async (
  db: Executor,
  messages: readonly { readonly mint: Mint; readonly mentions: readonly MentionRange[] }[],
): Promise<ReadonlySet<string>> => {
  const mentioned = messages.flatMap(({ mint, mentions }) => mentions.map(({ uid }) => ({ mint, uid })));
  if (mentioned.length === 0) return new Set();
  return new Set((await withoutAccess(db, mentioned)).map(({ mint, uid }) => accessKey(mint, uid)));
};
