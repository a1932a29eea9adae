import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { changeSettings } from "../settings.ts";

/** Changes some of the caller's own settings. */
export const saveSettings = command(routes.notifications.saveSettings, async ({ ctx, tx, body, session }) => ({
  settings: await changeSettings(tx, session.uid, body, new Date(ctx.now())),
}));
