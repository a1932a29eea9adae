import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Takes the X account off the profile. */
export const unlinkX = command(routes.social.unlinkX, async ({ ctx, tx, session }) => {
  await ctx.ports.peopleEditor.setTwitter(tx, session.uid, null, null);
  return { twitter: null };
});
