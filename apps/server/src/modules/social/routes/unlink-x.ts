import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { setTwitter } from "../../identity/index.ts";

/** Unlinks the X account from the profile. */
export const unlinkX = command(routes.social.unlinkX, async ({ tx, session }) => {
  await setTwitter(tx, session.uid, null, null);
  return { twitter: null };
});
