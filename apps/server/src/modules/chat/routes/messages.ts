import { ApiError, routes, type Seq } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findToken } from "../../indexer/index.ts";
import { requireAccess } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { headSeqOf, pageOf } from "../log.ts";
import { presentMessages } from "../present.ts";

/** A page of a chat, for who may read it. */
export const messages = query(routes.chat.messages, async ({ ctx, tx, query, session }) => {
  if (!(await findToken(tx, query.mint))) throw new ApiError("not_found");
  await requireAccess(tx, query.mint, await callerOf(ctx, tx, session.uid));
  const { mint, beforeSeq, afterSeq, aroundSeq, limit } = query;
  if ([beforeSeq, afterSeq, aroundSeq].filter((seq) => seq !== undefined).length > 1)
    throw new ApiError("bad_request", { message: "At most one of beforeSeq, afterSeq and aroundSeq" });
  // Read before the messages: what comes meanwhile is heard of twice, and none is missed.
  const headSeq = await headSeqOf(tx, mint);
  const { rows, hasMore, hasNewer } = await pageOf(tx, mint, { beforeSeq, afterSeq, aroundSeq }, limit);
  const messages = await presentMessages(ctx.ports.people, tx, rows);
  return { messages, hasMore, hasNewer, headSeq: (headSeq ?? 0) as Seq }; // counted by the channel
});
