import { routes, type Seq } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { requireReadable } from "../../membership/index.ts";
import { presentMessages } from "../present.ts";
import { sharedMessages } from "../store/shared.ts";

/** What was shared in a chat, for its readers. */
export const shared = query(routes.chat.shared, async ({ tx, query, session }) => {
  const { mint, kind, beforeSeq, limit } = query;
  const { headSeq, pinnedId } = await requireReadable(tx, { mint, uid: session.uid });
  const { rows, nextBeforeSeq } = await sharedMessages(tx, mint, kind, beforeSeq ?? headSeq + 1, limit);
  const messages = await presentMessages(tx, rows, session.uid, new Set(pinnedId ? [pinnedId] : []));
  return { messages, nextBeforeSeq: nextBeforeSeq === null ? null : (nextBeforeSeq as Seq) }; // counted by the channel
});
