import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Unlinks the X account from the profile. */
export const unlinkX = command(routes.social.unlinkX, async ({ ctx, tx, session }) => {
  await ctx.ports.peopleEditor.setTwitter(tx, session.uid, null, null);
  return { twitter: null };
});
