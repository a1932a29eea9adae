import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { appendChanges, lockChannel, requireChief, setPinned } from "../../membership/index.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";
import { requireUndeleted } from "../lock-message.ts";
import { findMessage } from "../store/log.ts";

/** Pins a message, or unpins it. */
export const pin = saga(routes.chat.pin, async ({ ctx, body, session, commit }) => {
  const person = await callerOf(ctx.db, session.uid);
  const { mint, messageId } = body;
  await serializeByChannel(mint, () =>
    commit(async (tx) => {
      await requireChief(tx, mint, person);
      const channel = await lockChannel(tx, mint);
      if (messageId !== null) {
        const row = await findMessage(tx, mint, messageId);
        if (!row) throw new ApiError("not_found");
        requireUndeleted(row);
      }
      if (channel.pinnedId === messageId) return;
      await setPinned(tx, mint, messageId);
      await appendChanges(tx, mint, [{ kind: "pinned", messageId }]);
    }),
  );
  return {};
});
