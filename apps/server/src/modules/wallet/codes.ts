import { ApiError, mailCode, type Uid } from "@tribe/contract";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database, Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { isSame, randomDigits } from "../../secrets.ts";
import { recoveryCodes } from "./schema.ts";

/** Makes a recovery code, which replaces the one before. */
export const makeRecoveryCode = async (tx: Executor, keys: Keys, uid: Uid): Promise<string> => {
  const code = randomDigits(mailCode.digits);
  const fresh = {
    codeMac: macOf(keys, uid, code),
    attempts: 0,
    expiresAt: sql`now() + make_interval(secs => ${mailCode.lifetimeSeconds})`,
  };
  await tx
    .insert(recoveryCodes)
    .values({ uid, ...fresh })
    .onConflictDoUpdate({ target: recoveryCodes.uid, set: fresh });
  return code;
};

/**
 * Takes a recovery code, once. Each try is counted before it is judged, and on a connection of its own: neither two
 * tries at once nor a command that rolls back can win a free one. @throws ApiError `mail_code_*`
 */
export const takeRecoveryCode = async (db: Database, keys: Keys, uid: Uid, code: string): Promise<void> => {
  const [pending] = await db
    .update(recoveryCodes)
    .set({ attempts: sql`${recoveryCodes.attempts} + 1` })
    .where(and(eq(recoveryCodes.uid, uid), gt(recoveryCodes.expiresAt, sql`now()`)))
    .returning({ codeMac: recoveryCodes.codeMac, attempts: recoveryCodes.attempts });
  if (!pending) throw new ApiError("mail_code_expired");
  if (pending.attempts > mailCode.attempts) throw new ApiError("mail_code_attempts");
  if (!isSame(Buffer.from(pending.codeMac), Buffer.from(macOf(keys, uid, code)))) throw new ApiError("mail_code_wrong");
  // Of two that bring the code at once one takes it.
  const taken = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.uid, uid), eq(recoveryCodes.codeMac, pending.codeMac)))
    .returning({ uid: recoveryCodes.uid });
  if (taken.length === 0) throw new ApiError("mail_code_expired");
};

const macOf = (keys: Keys, uid: Uid, code: string): string => keys.mac("code", `recovery:${uid}:${code}`);
