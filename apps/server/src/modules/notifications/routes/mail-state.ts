import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { emailOf } from "../../identity/index.ts";
import { mailStopOf } from "../store/mail-stops.ts";

/** The address that the caller's mails go to, and whether they arrive. */
export const mailState = query(routes.notifications.mailState, async ({ tx, session }) => {
  const address = await emailOf(tx, session.uid);
  const stop = await mailStopOf(tx, address);
  return { address, stopped: stop && { reason: stop.reason, at: stop.at.getTime() } };
});
