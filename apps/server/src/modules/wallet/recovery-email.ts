import { type Base64, stopFragment, type Uid, walletWaits } from "@tribe/contract";
import type { Keys } from "../../engines/keys/port.ts";
import { isSame } from "../../secrets.ts";
import type { EmailChange, WalletRecord } from "./record.ts";

/** Where a wallet's mails go at this moment. */
export const recoveryEmailOf = ({ recoveryEmail, emailChange }: WalletRecord, now: number): string =>
  emailChange && isInForce(emailChange, now) ? emailChange.email : recoveryEmail;

const isInForce = ({ from }: EmailChange, now: number): boolean => from !== null && from <= now;

/** The change that is not in force yet; null for none. */
export const waitingEmail = ({ emailChange }: WalletRecord, now: number): EmailChange | null =>
  emailChange && !isInForce(emailChange, now) ? emailChange : null;

/** A waiting change as its person sees it. */
export const shownEmailChange = (record: WalletRecord, now: number) => {
  const change = waitingEmail(record, now);
  return change && { id: change.id, email: change.email, askedAt: change.askedAt, from: change.from };
};

/** A record whose change, where it is in force, is its address, and else is left out. Its version is the caller's to count. */
export const withoutEmailChange = (record: WalletRecord, now: number): WalletRecord => {
  const { emailChange: _, ...rest } = record;
  return { ...rest, recoveryEmail: recoveryEmailOf(record, now) };
};

/** The record with another address asked for, in the place of one that waits. Nothing counts of it yet. */
export const withAskedEmail = (
  record: WalletRecord,
  asked: { readonly id: string; readonly email: string; readonly devicePublicKey: Base64 },
  now: number,
): WalletRecord => ({
  ...withoutEmailChange(record, now),
  version: record.version + 1,
  emailChange: { ...asked, askedAt: now, from: null },
});

/** The record with the asked address in its 72 hours; null where it was not asked for, or was before. */
export const withConfirmedEmail = (record: WalletRecord, id: string, now: number): WalletRecord | null => {
  const { emailChange } = record;
  if (emailChange?.id !== id || emailChange.from !== null) return null;
  const from = now + walletWaits.changeSeconds * 1_000;
  return { ...record, version: record.version + 1, emailChange: { ...emailChange, from } };
};

/** Nothing of it is stored, so that nobody who writes the database takes it from whoever was mailed it. */
const stopToken = (keys: Keys, uid: Uid, id: string): string => keys.mac("recovery", `stop email:${uid}:${id}`);

/** The fragment that the address of before is mailed. */
export const stopLinkOf = (keys: Keys, uid: Uid, id: string): string => stopFragment(uid, id, stopToken(keys, uid, id));

/** Whether it is that link's token. */
export const isStopToken = (keys: Keys, uid: Uid, id: string, token: string): boolean =>
  isSame(Buffer.from(token), Buffer.from(stopToken(keys, uid, id)));
