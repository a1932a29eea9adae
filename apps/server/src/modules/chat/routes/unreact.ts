import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { callerOf } from "../caller-of.ts";
import { serializeByChannel } from "../channel-order.ts";
import { setReaction } from "../reactions.ts";

/** Removes a reaction. */
export const unreact = saga(routes.chat.unreact, async ({ ctx, body, session, commit }) => {
  const person = await callerOf(ctx.db, session.uid);
  const change = { ...body, emoji: body.kind === "emoji" ? body.emoji : null };
  const count = await serializeByChannel(body.mint, () =>
    commit((tx) => setReaction(tx, person, change, false, ctx.now())),
  );
  return { count };
});
