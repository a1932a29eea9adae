import { routes, type Seq } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { requireReadable } from "../../membership/index.ts";
import { presentMessages } from "../present.ts";
import { searchMessages } from "../store/search.ts";

/** Searches a Tribe's history, for its readers. */
export const search = query(routes.chat.search, async ({ tx, query, session }) => {
  const { mint, beforeSeq, limit } = query;
  const { headSeq, pinnedId } = await requireReadable(tx, { mint, uid: session.uid });
  const { rows, nextBeforeSeq } = await searchMessages(tx, mint, query.query, beforeSeq ?? headSeq + 1, limit);
  const messages = await presentMessages(tx, rows, session.uid, new Set(pinnedId ? [pinnedId] : []));
  return { messages, nextBeforeSeq: nextBeforeSeq === null ? null : (nextBeforeSeq as Seq) }; // counted by the channel
});
