import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";

/** Unlinks the Farcaster account from the profile. */
export const unlinkFarcaster = command(routes.social.unlinkFarcaster, async ({ ctx, tx, session }) => {
  await ctx.ports.peopleEditor.setFarcaster(tx, session.uid, null, null);
  return { farcaster: null };
});
