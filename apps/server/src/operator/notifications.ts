import { randomUUID } from "node:crypto";
import { isAppPath, type Uid } from "@tribe/contract";
import type { Database } from "../db/client.ts";
import { writeEvent } from "../engines/bus/outbox.ts";
import { mailsOf, pushSendsOf } from "../modules/notifications/index.ts";
import { type Installation, OperatorError } from "./port.ts";

const shownSends = 50;
const maxCharacters = 500;

/**
 * Sends everybody a notification, and also a mail when the last argument is `mail`.
 * @throws OperatorError for an unusable text or route.
 */
export const announce = async (
  installation: Installation,
  typed: string,
  route: string,
  way: string | undefined,
): Promise<string> => {
  const text = typed.trim();
  if (text === "" || text.length > maxCharacters)
    throw new OperatorError(`The text must have 1 to ${maxCharacters} characters.`);
  if (way !== undefined && way !== "mail") throw new OperatorError(`After the route comes "mail", or nothing.`);
  if (!isAppPath(route)) throw new OperatorError(`"${route}" is no path of the app.`);
  await installation
    .database()
    .transaction((tx) =>
      writeEvent(tx, "system.announced", { id: randomUUID(), text, route, isMailed: way === "mail" }),
    );
  return "Announced: everybody is told within moments.";
};

/** The results of a person's last pushes, the newest first, one per line. */
export const listPushes = async (db: Database, uid: Uid): Promise<string> => {
  const sends = await pushSendsOf(db, uid, shownSends);
  if (sends.length === 0) return "No push to this person in the last 30 days.";
  return sends
    .map(({ endedAt, type, outcome, status, noticeId, version }) => {
      const answer = status === null ? "" : ` (${status})`;
      return `${endedAt.toISOString()}  ${type.padEnd(16)} ${outcome}${answer}, notice ${noticeId}.${version}`;
    })
    .join("\n");
};

/** The results of a person's last mails, the newest first, one per line. */
export const listMails = async (db: Database, uid: Uid): Promise<string> => {
  const mails = await mailsOf(db, uid, shownSends);
  if (mails.length === 0) return "No notification was mailed to this person in the last 30 days.";
  return mails
    .map(({ endedAt, outcome, key, version }) => `${endedAt.toISOString()}  ${outcome.padEnd(10)} ${key}.${version}`)
    .join("\n");
};
