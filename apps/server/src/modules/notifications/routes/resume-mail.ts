import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { emailOf } from "../../identity/index.ts";
import { resumeMails } from "../store/mail-stops.ts";

/** Resumes mails of notifications to the caller, after one bounced or was reported as spam. */
export const resumeMail = command(routes.notifications.resumeMail, async ({ tx, session }) => {
  await resumeMails(tx, await emailOf(tx, session.uid));
  return {};
});
