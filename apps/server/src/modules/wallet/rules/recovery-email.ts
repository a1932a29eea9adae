import { type Base64, stopFragment, type Uid, walletWaits } from "@tribe/contract";
import { isSame } from "../../../crypto/secrets.ts";
import type { Keys } from "../../../engines/keys/port.ts";
import type { EmailChange, WalletRecord } from "./record.ts";

/** The address that a wallet's mails go to now. */
export const recoveryEmailOf = ({ recoveryEmail, emailChange }: WalletRecord, now: number): string =>
  emailChange && isInForce(emailChange, now) ? emailChange.email : recoveryEmail;

const isInForce = ({ from }: EmailChange, now: number): boolean => from !== null && from <= now;

/** The change that has not taken effect yet; null for none. */
export const waitingEmail = ({ emailChange }: WalletRecord, now: number): EmailChange | null =>
  emailChange && !isInForce(emailChange, now) ? emailChange : null;

/** A pending change as its person sees it. */
export const emailChangeInfo = (record: WalletRecord, now: number) => {
  const change = waitingEmail(record, now);
  return change && { id: change.id, email: change.email, askedAt: change.askedAt, from: change.from };
};

/**
 * The record with a change that has taken effect as its address, and without any other change. The caller increments the version.
 */
export const withoutEmailChange = (record: WalletRecord, now: number): WalletRecord => {
  const { emailChange: _, ...rest } = record;
  return { ...rest, recoveryEmail: recoveryEmailOf(record, now) };
};

/** The record with a requested address, which replaces a pending one. It has no effect yet. */
export const withAskedEmail = (
  record: WalletRecord,
  asked: { readonly id: string; readonly email: string; readonly devicePublicKey: Base64 },
  now: number,
): WalletRecord => ({
  ...withoutEmailChange(record, now),
  version: record.version + 1,
  emailChange: { ...asked, askedAt: now, from: null },
});

/**
 * The record after the requested address was confirmed: its 72 hours begin. Null when it was not requested, or was confirmed
 * before.
 */
export const withConfirmedEmail = (record: WalletRecord, id: string, now: number): WalletRecord | null => {
  const { emailChange } = record;
  if (emailChange?.id !== id || emailChange.from !== null) return null;
  const from = now + walletWaits.changeSeconds * 1_000;
  return { ...record, version: record.version + 1, emailChange: { ...emailChange, from } };
};

/** The token is a MAC and stored nowhere: who writes the database can't invalidate the link that was mailed. */
const stopToken = (keys: Keys, uid: Uid, id: string): string => keys.mac("recovery", `stop email:${uid}:${id}`);

/** The fragment of the link that is mailed to the former address. */
export const stopLinkOf = (keys: Keys, uid: Uid, id: string): string => stopFragment(uid, id, stopToken(keys, uid, id));

/** Whether this is that link's token. */
export const isStopToken = (keys: Keys, uid: Uid, id: string, token: string): boolean =>
  isSame(Buffer.from(token), Buffer.from(stopToken(keys, uid, id)));
