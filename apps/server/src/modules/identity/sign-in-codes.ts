import { ApiError, mailCode, type Uid } from "@tribe/contract";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { isSame, randomDigits, randomText } from "../../crypto/secrets.ts";
import type { Database, Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { PacedKey } from "../../engines/mail/pacing.ts";
import { devices, people, signInCodes } from "./schema.ts";

/** Who requests a code, or enters one. */
export interface CodeClaim {
  readonly deviceId: string;
  readonly email: string;
  /** What the code is for: signing in unless something else is given. */
  readonly purpose?: "sign-in" | "deletion";
}

/** Mails with a code to one address per hour: from one network, and from all devices on which it never signed in. */
const hourly = { network: 5, strangers: 30 } as const;

/**
 * The rate limits for mails with a code. Each device has its own, so that nobody's requests block another's. What strangers may
 * request is limited to protect the mailbox, and because each code allows a few guesses; a device on which the address has signed
 * in before is not affected by it.
 * @param allowance a factor for the hourly limits
 */
export const signInMailPaces = (
  keys: Keys,
  { deviceId, email, network, allowance }: CodeClaim & { readonly network: string; readonly allowance: number },
): readonly PacedKey[] => {
  const key = (kind: string) => keys.mac("code", `sign-in mail:${kind}:${email}`);
  const own = { key: key(`device:${deviceId}`), pace: null };
  const strangers = [
    { key: key(`network:${network}`), pace: { hourly: hourly.network * allowance } },
    { key: key("strangers"), pace: { hourly: hourly.strangers * allowance } },
  ];
  const isKnownDevice = sql`
    select from ${devices} join ${people} on ${people.uid} = ${devices.signedInUid}
    where ${devices.id} = ${deviceId} and ${people.email} = ${email}`;
  return [own, ...strangers.map((each) => ({ ...each, unless: isKnownDevice }))];
};

/** Makes a code that works only on the device that asks; it replaces that device's older one and no other. */
export const makeMailedCode = async (tx: Executor, keys: Keys, claim: CodeClaim): Promise<string> => {
  const { code, storing } = newMailedCode(keys, claim);
  await tx.execute(storing);
  return code;
};

/** A new code, and the statement that stores it, to be part of a larger one. */
export const newMailedCode = (keys: Keys, claim: CodeClaim): { readonly code: string; readonly storing: SQL } => {
  const code = randomDigits(mailCode.digits);
  const storing = sql`
    insert into ${signInCodes} (device_id, email_mac, code_mac, attempts, expires_at) values (
      ${claim.deviceId}, ${emailMacOf(keys, claim)}, ${codeMacOf(keys, claim, code)}, 0,
      now() + make_interval(secs => ${mailCode.lifetimeSeconds})
    ) on conflict (device_id, email_mac) do update
    set code_mac = excluded.code_mac, attempts = 0, expires_at = excluded.expires_at`;
  return { code, storing };
};

/**
 * Uses a device's code up. Each attempt is counted before the code is compared, on a connection of its own: neither two attempts
 * at once nor a command that rolls back gets an attempt that is not counted.
 * @throws ApiError `mail_code_*`
 */
export const takeMailedCode = async (db: Database, keys: Keys, claim: CodeClaim, code: string): Promise<void> => {
  const own = and(
    eq(signInCodes.deviceId, claim.deviceId),
    eq(signInCodes.emailMac, emailMacOf(keys, claim)),
    gt(signInCodes.expiresAt, sql`now()`),
  );
  const codeMac = codeMacOf(keys, claim, code);
  const { attempts, expiresAt } = signInCodes;
  // The right code is used up in the same statement, so that of two calls with it only one succeeds. The database may compare the
  // MACs, because nobody without their key learns anything from where two of them differ.
  const isTaken = sql`${signInCodes.codeMac} = ${codeMac} and ${attempts} < ${mailCode.attempts}`;
  const [tried] = await db
    .update(signInCodes)
    .set({
      attempts: sql`${attempts} + 1`,
      expiresAt: sql`case when ${isTaken} then '-infinity' else ${expiresAt} end`,
    })
    .where(own)
    .returning({ codeMac: signInCodes.codeMac, attempts });
  // A used code, another device's, and one that was never sent give the same answer.
  if (!tried) throw new ApiError("mail_code_expired");
  if (tried.attempts > mailCode.attempts) throw new ApiError("mail_code_attempts");
  if (!isSame(Buffer.from(tried.codeMac), Buffer.from(codeMac))) throw new ApiError("mail_code_wrong");
};

/** The account of a proven address, created at the first sign-in; `isNew` says that it was. */
export const accountOf = async (
  tx: Executor,
  email: string,
): Promise<{ readonly uid: Uid; readonly isNew: boolean }> => {
  // 128 random bits in base64url: the form of a user id.
  const { rows } = await tx.execute<{ uid: Uid }>(
    sql`insert into ${people} (uid, email) values (${randomText(16)}, ${email}) on conflict do nothing returning uid`,
  );
  if (rows[0]) return { uid: rows[0].uid, isNew: true };
  const [found] = await tx.select({ uid: people.uid }).from(people).where(eq(people.email, email));
  if (!found) throw new ApiError("conflict");
  return { uid: found.uid, isNew: false };
};

/** A MAC, so that a table of codes does not reveal whose addresses they went to. */
const emailMacOf = (keys: Keys, { email, purpose = "sign-in" }: CodeClaim): string =>
  keys.mac("code", `${purpose} address:${email}`);

const codeMacOf = (keys: Keys, { deviceId, email, purpose = "sign-in" }: CodeClaim, code: string): string =>
  keys.mac("code", `${purpose}:${deviceId}:${email}:${code}`);
