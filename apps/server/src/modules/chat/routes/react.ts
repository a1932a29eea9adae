import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { callerOf } from "../caller-of.ts";
import { setReaction } from "../reactions.ts";
import { inChannelTurn } from "../turns.ts";

/** Gives a reaction. */
export const react = saga(routes.chat.react, async ({ ctx, body, session, commit }) => {
  const person = await callerOf(ctx, ctx.db, session.uid);
  const ask = { ...body, emoji: body.kind === "emoji" ? body.emoji : null };
  const count = await inChannelTurn(body.mint, () => commit((tx) => setReaction(tx, person, ask, true, ctx.now())));
  return { count };
});
