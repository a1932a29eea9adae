import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { appendChanges } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";
import { lockMessage, requireUndeleted } from "../lock-message.ts";
import { removePreview } from "../store/change-message.ts";

/** Removes the preview from the caller's own message; one that is still being fetched is discarded. */
export const removeLinkPreview = saga(routes.chat.removeLinkPreview, async ({ ctx, body, session, commit }) => {
  const person = await callerOf(ctx.db, session.uid);
  const { mint, messageId } = body;
  await serializeByChannel(mint, () =>
    commit(async (tx) => {
      const { row } = await lockMessage(tx, body, person);
      if (row.authorUid !== person.uid) throw new ApiError("forbidden");
      requireUndeleted(row);
      if (row.isPreviewRemoved) return;
      await removePreview(tx, row);
      if (row.linkPreview) await appendChanges(tx, mint, [{ kind: "linkPreview", messageId, linkPreview: null }]);
    }),
  );
  return {};
});
