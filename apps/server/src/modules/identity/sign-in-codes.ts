import { ApiError, mailCode } from "@tribe/contract";
import { isSame, randomDigits } from "../../crypto/secrets.ts";
import type { Database, Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { PacedKey } from "../../engines/mail/pacing.ts";
import { isKnownDevice, type StoredCode, storeCode, storePacedCode, tryCode } from "./store/sign-in-codes.ts";

/** Who requests a code, or enters one. */
export interface CodeClaim {
  readonly deviceId: string;
  readonly email: string;
  /** What the code is for: signing in unless something else is given. */
  readonly purpose?: "sign-in" | "deletion";
}

/** Who requests a mail with a code to sign in. */
export interface SignInClaim {
  readonly deviceId: string;
  readonly email: string;
  readonly network: string;
  /** A factor for the hourly limits. */
  readonly allowance: number;
}

/** Mails with a code to one address per hour: from one network, and from all devices on which it never signed in. */
const hourly = { network: 5, strangers: 30 } as const;

/**
 * The rate limits for mails with a code. Each device has its own, so that nobody's requests block another's. What strangers may
 * request is limited to protect the mailbox, and because each code allows a few guesses; a device on which the address has signed
 * in before is not affected by it.
 */
const signInMailPaces = (keys: Keys, { deviceId, email, network, allowance }: SignInClaim): readonly PacedKey[] => {
  const key = (kind: string) => keys.mac("code", `sign-in mail:${kind}:${email}`);
  const unless = isKnownDevice({ deviceId, email });
  return [
    { key: key(`device:${deviceId}`), pace: null },
    { key: key(`network:${network}`), pace: { hourly: hourly.network * allowance }, unless },
    { key: key("strangers"), pace: { hourly: hourly.strangers * allowance }, unless },
  ];
};

/**
 * Makes a sign-in code as {@link makeMailedCode}, if the rate limits of its mail allow it. @throws ApiError `too_many_requests`
 */
export const makePacedCode = async (tx: Executor, keys: Keys, claim: SignInClaim): Promise<string> => {
  const code = randomDigits(mailCode.digits);
  const { deviceId, email } = claim;
  await storePacedCode(tx, signInMailPaces(keys, claim), codeRow(keys, { deviceId, email }, code));
  return code;
};

/** Makes a code that works only on the device that requests it; it replaces that device's older one and no other. */
export const makeMailedCode = async (tx: Executor, keys: Keys, claim: CodeClaim): Promise<string> => {
  const code = randomDigits(mailCode.digits);
  await storeCode(tx, codeRow(keys, claim, code));
  return code;
};

/**
 * Consumes a device's code. Each attempt is counted before the code is compared, on a connection of its own: neither two attempts
 * at once nor a command that rolls back gets an attempt that is not counted.
 * @throws ApiError `mail_code_*`
 */
export const consumeMailedCode = async (db: Database, keys: Keys, claim: CodeClaim, code: string): Promise<void> => {
  const row = codeRow(keys, claim, code);
  const tried = await tryCode(db, row);
  // A used code, another device's, and one that was never sent give the same answer.
  if (!tried) throw new ApiError("mail_code_expired");
  if (tried.attempts > mailCode.attempts) throw new ApiError("mail_code_attempts");
  if (!isSame(Buffer.from(tried.codeMac), Buffer.from(row.codeMac))) throw new ApiError("mail_code_wrong");
};

const codeRow = (keys: Keys, { deviceId, email, purpose = "sign-in" }: CodeClaim, code: string): StoredCode => ({
  deviceId,
  // A MAC, so that a table of codes does not reveal whose addresses they went to.
  emailMac: keys.mac("code", `${purpose} address:${email}`),
  codeMac: keys.mac("code", `${purpose}:${deviceId}:${email}:${code}`),
});
