import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findToken } from "../../indexer/index.ts";
import { requireAccess } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { messagesBefore } from "../log.ts";
import { presentMessages } from "../present.ts";

/** A page of a chat, for who may read it. */
export const messages = query(routes.chat.messages, async ({ ctx, tx, query, session }) => {
  if (!(await findToken(tx, query.mint))) throw new ApiError("not_found");
  await requireAccess(tx, query.mint, await callerOf(ctx, tx, session.uid));
  const rows = await messagesBefore(tx, query.mint, query.beforeSeq, query.limit + 1);
  const page = rows.slice(-query.limit);
  return { messages: await presentMessages(ctx.ports.people, tx, page), hasMore: rows.length > query.limit };
});
