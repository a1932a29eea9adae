import { ApiError, mailCode, type Uid } from "@tribe/contract";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { PacedKey } from "../../engines/mail/pacing.ts";
import { isSame, randomDigits, randomText } from "../../secrets.ts";
import { devices, people, signInCodes } from "./schema.ts";

/** Who asks for a code, or brings one. */
export interface CodeClaim {
  readonly deviceId: string;
  readonly email: string;
  /** What the code is good for, and nothing else; to sign in unless said otherwise. */
  readonly purpose?: "sign-in" | "deletion";
}

/** Mails with a code for one address, an hour: from one network, and from all devices that it never signed in on. */
const hourly = { network: 5, strangers: 30 } as const;

/**
 * The paces that a mail with a code has to keep. Each device has one of its own, so that nobody's asking
 * holds up another's. What strangers may ask for is bounded for the sake of the inbox and because each mail allows a few
 * guesses; a device on which the address has signed in before is not held up by it.
 * @param allowance a factor for the hourly limits.
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

/** Makes a code that works on the asking device alone; it replaces that device's older one and nobody else's. */
export const makeMailedCode = async (tx: Executor, keys: Keys, claim: CodeClaim): Promise<string> => {
  const { code, storing } = newMailedCode(keys, claim);
  await tx.execute(storing);
  return code;
};

/** A new code, and the statement that stores it, which may be a step of another one. */
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
 * Takes a device's code, once. Each try is counted before it is judged, and on a connection of its own: neither two tries
 * at once nor a command that rolls back can win a free one. @throws ApiError `mail_code_*`
 */
export const takeMailedCode = async (db: Database, keys: Keys, claim: CodeClaim, code: string): Promise<void> => {
  const own = and(
    eq(signInCodes.deviceId, claim.deviceId),
    eq(signInCodes.emailMac, emailMacOf(keys, claim)),
    gt(signInCodes.expiresAt, sql`now()`),
  );
  const codeMac = codeMacOf(keys, claim, code);
  const { attempts, expiresAt } = signInCodes;
  // The right code takes itself by the same statement: of two that bring it at once the second finds it over. Where two MACs
  // differ can be told by nobody who has not got their key, so that the database may compare them.
  const isTaken = sql`${signInCodes.codeMac} = ${codeMac} and ${attempts} < ${mailCode.attempts}`;
  const [tried] = await db
    .update(signInCodes)
    .set({
      attempts: sql`${attempts} + 1`,
      expiresAt: sql`case when ${isTaken} then '-infinity' else ${expiresAt} end`,
    })
    .where(own)
    .returning({ codeMac: signInCodes.codeMac, attempts });
  // A used code, another device's and one that was never sent look the same.
  if (!tried) throw new ApiError("mail_code_expired");
  if (tried.attempts > mailCode.attempts) throw new ApiError("mail_code_attempts");
  if (!isSame(Buffer.from(tried.codeMac), Buffer.from(codeMac))) throw new ApiError("mail_code_wrong");
};

/** The account of a proven address, made at the first time; `isNew` says that it was. */
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

/** A table of codes says nothing of whose addresses they went to. */
const emailMacOf = (keys: Keys, { email, purpose = "sign-in" }: CodeClaim): string =>
  keys.mac("code", `${purpose} address:${email}`);

const codeMacOf = (keys: Keys, { deviceId, email, purpose = "sign-in" }: CodeClaim, code: string): string =>
  keys.mac("code", `${purpose}:${deviceId}:${email}:${code}`);
