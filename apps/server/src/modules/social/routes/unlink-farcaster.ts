import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { setFarcaster } from "../../identity/index.ts";

/** Unlinks the Farcaster account from the profile. */
export const unlinkFarcaster = command(routes.social.unlinkFarcaster, async ({ tx, session }) => {
  await setFarcaster(tx, session.uid, null, null);
  return { farcaster: null };
});
