import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";
import { deleteMessage as remove } from "../delete-message.ts";
import { lockMessage } from "../lock-message.ts";

/** Deletes the caller's own message; a Chief may delete anybody's. */
export const deleteMessage = saga(routes.chat.deleteMessage, async ({ ctx, body, session, commit }) => {
  const person = await callerOf(ctx.db, session.uid);
  await serializeByChannel(body.mint, () =>
    commit(async (tx) => {
      const { channel, row, state } = await lockMessage(tx, body, person);
      const isAuthor = row.authorUid === person.uid;
      if (!isAuthor && state !== "chief") throw new ApiError("forbidden");
      await remove(ctx, tx, channel, row, isAuthor ? "author" : "chief");
    }),
  );
  return {};
});
