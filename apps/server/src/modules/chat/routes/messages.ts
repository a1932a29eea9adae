import { ApiError, routes, type Seq } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { requireReadable } from "../../membership/index.ts";
import { presentMessages } from "../present.ts";
import { pageOf } from "../store/log.ts";
import { seqAtTime } from "../store/seq-at-time.ts";

/** A page of a chat, for its readers. */
export const messages = query(routes.chat.messages, async ({ tx, query, session }) => {
  const { mint, beforeSeq, afterSeq, aroundTime, limit } = query;
  if ([beforeSeq, afterSeq, query.aroundSeq, aroundTime].filter((place) => place !== undefined).length > 1)
    throw new ApiError("bad_request", {
      field: "query",
      message: "At most one of beforeSeq, afterSeq, aroundSeq and aroundTime",
    });
  // Read before the messages: what is written in between arrives twice, and nothing is missed.
  const { headSeq, pinnedId } = await requireReadable(tx, { mint, uid: session.uid });
  const aroundSeq = aroundTime === undefined ? query.aroundSeq : await seqAtTime(tx, mint, aroundTime);
  const { rows, hasMore, hasNewer } = await pageOf(tx, mint, { beforeSeq, afterSeq, aroundSeq }, limit);
  const page = await presentMessages(tx, rows, session.uid, new Set(pinnedId ? [pinnedId] : []));
  return { messages: page, hasMore, hasNewer, headSeq: headSeq as Seq }; // counted by the channel
});
