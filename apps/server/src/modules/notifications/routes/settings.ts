import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { settingsOf } from "../store/settings.ts";

/** The caller's own settings. */
export const settings = query(routes.notifications.settings, async ({ tx, session }) => ({
  settings: await settingsOf(tx, session.uid),
}));
