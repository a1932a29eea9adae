import { ApiError, addressSchema, type MailSwitch, type Mint, mailSwitches, type Uid } from "@tribe/contract";
import * as z from "zod/mini";
import type { AppContext } from "../../../context/context.ts";
import { isSame } from "../../../crypto/secrets.ts";
import type { Executor } from "../../../db/client.ts";
import { isSwitchedOn, switchOff } from "../rules/mail-kinds.ts";
import { changeSettings } from "../settings.ts";
import { hasAlarm, removeAlarm } from "../store/alarms.ts";
import { findRecipient } from "../store/recipient.ts";
import { settingsOf } from "../store/settings.ts";

/** A link works for half a year. */
const lifetimeSeconds = 180 * 86_400;

/** Whose mails, and of which kind, a link stops; or whose alarms in which Tribe, with their pushes. */
export type Unsubscription =
  | { readonly uid: Uid; readonly kind: MailSwitch }
  | { readonly uid: Uid; readonly kind: "seatAlarm"; readonly mint: Mint };

/** The token in a link: it can only stop mails of one kind to one person, or their alarms in one Tribe, and has our MAC. */
export const unsubscribeToken = ({ keys, now }: Pick<AppContext, "keys" | "now">, link: Unsubscription): string => {
  const of = link.kind === "seatAlarm" ? `.${link.mint}` : "";
  const text = `${link.uid}.${link.kind}.${Math.floor(now() / 1_000) + lifetimeSeconds}${of}`;
  return `${Buffer.from(text).toString("base64url")}.${keys.mac("unsubscribe", text)}`;
};

/** Reads a link's token. @throws ApiError `mail_link_invalid` when its MAC is not ours, or after half a year */
export const readUnsubscribeToken = (
  { keys, now }: Pick<AppContext, "keys" | "now">,
  token: string,
): Unsubscription => {
  const [encoded = "", mac = ""] = token.split(".");
  const text = Buffer.from(encoded, "base64url").toString();
  const [, uid, kind, expires, of] =
    /^([\w-]{1,64})\.([A-Za-z]{1,64})\.([0-9]{1,12})(?:\.([1-9A-HJ-NP-Za-km-z]{32,44}))?$/.exec(text) ?? [];
  const known = mailSwitches.find((each) => each === kind);
  const mint = kind === "seatAlarm" ? z.safeParse(addressSchema, of) : null;
  const isOurs = isSame(Buffer.from(mac), Buffer.from(keys.mac("unsubscribe", text)));
  if (!isOurs || !uid || Number(expires) * 1_000 <= now()) throw new ApiError("mail_link_invalid");
  // The MAC proves that it is the identifier of an account.
  const person = uid as Uid;
  if (mint?.success) return { uid: person, kind: "seatAlarm", mint: mint.data };
  if (!known) throw new ApiError("mail_link_invalid");
  return { uid: person, kind: known };
};

/** Whether what a link stops is still on. */
export const isSubscribed = async (db: Executor, link: Unsubscription): Promise<boolean> =>
  link.kind === "seatAlarm"
    ? hasAlarm(db, link.mint, link.uid)
    : isSwitchedOn(await settingsOf(db, link.uid), link.kind);

/** Switches mails of a kind, or a Tribe's alarms, off. Does nothing for an account that was deleted. */
export const unsubscribe = async (tx: Executor, link: Unsubscription, now: Date): Promise<void> => {
  if (link.kind === "seatAlarm") return removeAlarm(tx, link.mint, link.uid);
  if (await findRecipient(tx, link.uid)) await changeSettings(tx, link.uid, switchOff(link.kind), now);
};
