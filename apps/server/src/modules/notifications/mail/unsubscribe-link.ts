import { ApiError, type MailKind, mailKinds, type Uid } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { isSame } from "../../../crypto/secrets.ts";
import type { Executor } from "../../../db/client.ts";
import { isSwitchedOn, switchOff } from "../rules/mail-kinds.ts";
import { changeSettings } from "../settings.ts";
import { findRecipient } from "../store/recipient.ts";
import { settingsOf } from "../store/settings.ts";

/** A link works for half a year. */
const lifetimeSeconds = 180 * 86_400;

/** Whose mails, and of which kind, a link stops. */
export interface Unsubscription {
  readonly uid: Uid;
  readonly kind: MailKind;
}

/** The token in a mail's link: it can only stop mails of one kind to one person, and has our MAC. */
export const unsubscribeToken = (
  { keys, now }: Pick<AppContext, "keys" | "now">,
  { uid, kind }: Unsubscription,
): string => {
  const text = `${uid}.${kind}.${Math.floor(now() / 1_000) + lifetimeSeconds}`;
  return `${Buffer.from(text).toString("base64url")}.${keys.mac("unsubscribe", text)}`;
};

/** Reads a link's token. @throws ApiError `mail_link_invalid` when its MAC is not ours, or after half a year */
export const readUnsubscribeToken = (
  { keys, now }: Pick<AppContext, "keys" | "now">,
  token: string,
): Unsubscription => {
  const [encoded = "", mac = ""] = token.split(".");
  const text = Buffer.from(encoded, "base64url").toString();
  const [, uid, kind, expires] = /^([\w-]{1,64})\.([A-Za-z]{1,64})\.([0-9]{1,12})$/.exec(text) ?? [];
  const known = mailKinds.find((each) => each === kind);
  const isOurs = isSame(Buffer.from(mac), Buffer.from(keys.mac("unsubscribe", text)));
  if (!isOurs || !uid || !known || Number(expires) * 1_000 <= now()) throw new ApiError("mail_link_invalid");
  // The MAC proves that it is the identifier of an account.
  return { uid: uid as Uid, kind: known };
};

/** Whether a person gets mails of a kind. */
export const isSubscribed = async (db: Executor, { uid, kind }: Unsubscription): Promise<boolean> =>
  isSwitchedOn(await settingsOf(db, uid), kind);

/** Switches mails of a kind off. Does nothing for an account that was deleted. */
export const unsubscribe = async (tx: Executor, { uid, kind }: Unsubscription, now: Date): Promise<void> => {
  if (await findRecipient(tx, uid)) await changeSettings(tx, uid, switchOff(kind), now);
};
