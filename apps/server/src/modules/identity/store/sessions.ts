import type { Uid } from "@tribe/contract";
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Database, Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import type { NewSecrets, SessionOwner } from "../rules/session.ts";
import type { SessionPlace } from "../rules/session-place.ts";
import { devices, sessions } from "../schema.ts";

/** A stored session. */
export type SessionRow = typeof sessions.$inferSelect;

/** Which of a person's sessions are meant; all of them unless something is given. */
export interface SessionFilter {
  readonly only?: string;
  readonly except?: string;
}

// Read by every call.
const sessionsOn = preparedOnce((db) =>
  db
    .select()
    .from(sessions)
    .where(
      and(sql`${sessions.id} = any(${sql.placeholder("sessionIds")})`, gt(sessions.expiresAt, sql.placeholder("now"))),
    )
    .prepare("identity_sessions"),
);

// Read with every message that is sent.
const livingOn = preparedOnce((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(sql`${sessions.id} = any(${sql.placeholder("sessionIds")})`, gt(sessions.expiresAt, sql.placeholder("now"))),
    )
    .prepare("identity_living_sessions"),
);

/** Those of these sessions that have not ended, in any order. */
export const livingSessions = (db: Database, sessionIds: readonly string[], now: Date): Promise<SessionRow[]> =>
  sessionsOn(db).execute({ sessionIds: [...sessionIds], now });

/** The ids of {@link livingSessions}. */
export const livingSessionIds = async (
  db: Database,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const living = await livingOn(db).execute({ sessionIds: [...sessionIds], now });
  return new Set(living.map(({ id }) => id));
};

/** A person's sessions, the last used first. */
export const sessionsOf = (db: Executor, uid: Uid, now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, uid), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.usedAt), desc(sessions.createdAt));

/** Stores that a session is used now. */
export const markSessionUsed = async (db: Executor, sessionId: string): Promise<void> => {
  await db.update(sessions).set({ usedAt: sql`now()` }).where(eq(sessions.id, sessionId));
};

/** A session that another one has replaced. */
export interface ReplacedSession {
  readonly sessionId: string;
  readonly uid: Uid;
}

/**
 * Stores a device's new session in place of its older one.
 * @returns whether the last sign-in on the device was somebody else's, or there was none; and the session that ended
 */
export const replaceSession = async (
  tx: Executor,
  { sessionId, uid, deviceId }: SessionOwner & { readonly sessionId: string },
  place: SessionPlace,
  secrets: NewSecrets,
  now: Date,
): Promise<{ readonly isNewDevice: boolean; readonly ended: readonly ReplacedSession[] }> => {
  const { rows } = await tx.execute<{ is_new: boolean; ended: ReplacedSession[] | null }>(sql`
    with signed_in as (
      update ${devices} set signed_in_uid = ${uid}
      where id = ${deviceId} and signed_in_uid is distinct from ${uid} returning id
    ), ended as (
      delete from ${sessions} where device_id = ${deviceId} returning id, uid
    ), opened as (
      insert into ${sessions} (
        id, uid, device_id, device, network, access_token_hash, cookie_hash, secret, created_at, rotated_at, used_at, expires_at
      ) values (
        ${sessionId}, ${uid}, ${deviceId}, ${place.device}, ${place.network}, ${secrets.accessTokenHash},
        ${secrets.cookieHash}, ${secrets.secret}, ${now}, ${secrets.rotatedAt}, ${secrets.usedAt}, ${secrets.expiresAt}
      )
    )
    select exists (select from signed_in) as is_new,
      (select json_agg(json_build_object('sessionId', id, 'uid', uid)) from ended) as ended`);
  return { isNewDevice: rows[0]?.is_new ?? false, ended: rows[0]?.ended ?? [] };
};

/** When a session was opened; null when it has ended. */
export const sessionCreatedAt = async (db: Executor, sessionId: string): Promise<Date | null> => {
  const [row] = await db.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.createdAt ?? null;
};

/** Replaces a session's secrets, and where it was last seen. */
export const storeSecrets = async (
  tx: Executor,
  sessionId: string,
  secrets: NewSecrets,
  place: SessionPlace,
): Promise<void> => {
  await tx
    .update(sessions)
    .set({ ...secrets, device: place.device, network: place.network })
    .where(eq(sessions.id, sessionId));
};

/** Deletes sessions of a person. */
export const deleteSessions = (
  tx: Executor,
  uid: Uid,
  { only, except }: SessionFilter,
): Promise<{ sessionId: string; deviceId: string }[]> =>
  tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.uid, uid),
        only === undefined ? undefined : eq(sessions.id, only),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ sessionId: sessions.id, deviceId: sessions.deviceId });
