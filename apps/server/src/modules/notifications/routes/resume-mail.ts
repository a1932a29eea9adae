import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { resumeMails } from "../mail/stops.ts";

/** Resumes mails of notifications to the caller, after one bounced or was reported as spam. */
export const resumeMail = command(routes.notifications.resumeMail, async ({ ctx, tx, session }) => {
  await resumeMails(tx, await ctx.ports.peopleEditor.emailOf(tx, session.uid));
  return {};
});
