import { mailCode } from "@tribe/contract";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "../../../db/client.ts";
import { checkPaces, type PacedKey, type PacingRow, pacing } from "../../../engines/mail/pacing.ts";
import { devices, people, signInCodes } from "../schema.ts";

/** A code as it is stored. */
export type StoredCode = Pick<typeof signInCodes.$inferSelect, "deviceId" | "emailMac" | "codeMac">;

/** The statement that stores a new code; it replaces the device's older one and no other. */
const codeInsert = ({ deviceId, emailMac, codeMac }: StoredCode): SQL => sql`
  insert into ${signInCodes} (device_id, email_mac, code_mac, attempts, expires_at) values (
    ${deviceId}, ${emailMac}, ${codeMac}, 0, now() + make_interval(secs => ${mailCode.lifetimeSeconds})
  ) on conflict (device_id, email_mac) do update
  set code_mac = excluded.code_mac, attempts = 0, expires_at = excluded.expires_at`;

/** Stores a new code. */
export const storeCode = async (tx: Executor, code: StoredCode): Promise<void> => {
  await tx.execute(codeInsert(code));
};

/** {@link storeCode} and the count of its mail in one statement. @throws ApiError `too_many_requests` */
export const storePacedCode = async (tx: Executor, paces: readonly PacedKey[], code: StoredCode): Promise<void> => {
  const { steps, answer } = pacing(paces);
  const { rows } = await tx.execute<PacingRow>(sql`with ${steps}, stored as (${codeInsert(code)}) select ${answer}`);
  await checkPaces(tx, paces, rows[0]);
};

/**
 * Counts an attempt at a device's code, and consumes the code if it is the right one: in the same statement, so that of two calls
 * with it only one succeeds. The database may compare the MACs, because nobody without their key learns anything from where two
 * of them differ.
 * @returns the stored code's MAC and the attempts so far, with this one; null when there is no code that has not expired
 */
export const tryCode = async (
  db: Database,
  { deviceId, emailMac, codeMac }: StoredCode,
): Promise<{ readonly codeMac: string; readonly attempts: number } | null> => {
  const { attempts, expiresAt } = signInCodes;
  const isRight = sql`${signInCodes.codeMac} = ${codeMac} and ${attempts} < ${mailCode.attempts}`;
  const [tried] = await db
    .update(signInCodes)
    .set({
      attempts: sql`${attempts} + 1`,
      expiresAt: sql`case when ${isRight} then '-infinity' else ${expiresAt} end`,
    })
    .where(and(eq(signInCodes.deviceId, deviceId), eq(signInCodes.emailMac, emailMac), gt(expiresAt, sql`now()`)))
    .returning({ codeMac: signInCodes.codeMac, attempts });
  return tried ?? null;
};

/** A device, and the mail address that signs in on it. */
export interface DeviceAddress {
  readonly deviceId: string;
  readonly email: string;
}

/** Rows if the address signed in last on this device, as SQL for `exists`. */
export const isKnownDevice = ({ deviceId, email }: DeviceAddress): SQL => sql`
  select from ${devices} join ${people} on ${people.uid} = ${devices.signedInUid}
  where ${devices.id} = ${deviceId} and ${people.email} = ${email}`;

/** Whether an address has an account, and whether it signed in last on this device. */
export const findAddress = async (
  tx: Executor,
  address: DeviceAddress,
): Promise<{ readonly hasAccount: boolean; readonly isKnown: boolean }> => {
  const { rows } = await tx.execute<{ has_account: boolean; is_known: boolean }>(sql`
    select exists (select from ${people} where ${people.email} = ${address.email}) as has_account,
      exists (${isKnownDevice(address)}) as is_known`);
  return { hasAccount: rows[0]?.has_account ?? false, isKnown: rows[0]?.is_known ?? false };
};
