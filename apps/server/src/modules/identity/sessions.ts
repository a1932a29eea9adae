import { type AnswerOf, ApiError, type routes, type Uid } from "@tribe/contract";
import { and, eq, ne, sql } from "drizzle-orm";
import type { AppContext } from "../../context/context.ts";
import { hashOf, randomText } from "../../crypto/secrets.ts";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { devices, sessions } from "./schema.ts";

const dayMs = 24 * 3_600_000;
/** A session ends when it was not renewed for this long; its page renews it twice a day. */
const idleMs = 30 * dayMs;
/** It ends after this long at the latest, even if it is used. */
const absoluteMs = 90 * dayMs;

/** A new session as its device gets it, once, with the cookie for its browser. */
export interface FreshSession {
  readonly answer: AnswerOf<typeof routes.identity.verifyEmail>;
  readonly cookie: string;
  readonly expiresAt: Date;
}

/** What a session's person sees of where it is. */
export interface SessionPlace {
  readonly device: string;
  readonly network: string;
}

/** A session's person and device. */
interface Owner {
  readonly uid: Uid;
  readonly deviceId: string;
}

/**
 * The encryption context of a session's secret: if somebody writes another person or device into the row, it can't be decrypted,
 * so that writing to the database makes nobody another person.
 */
export const sessionContext = (sessionId: string, { uid, deviceId }: Owner): string =>
  `session:${sessionId}:${uid}:${deviceId}`;

/** A stored session's secret, base64url. @throws Error when its row was changed by somebody else */
export const openSessionSecret = async (
  keys: Keys,
  row: Owner & { readonly id: string; readonly secret: Uint8Array },
): Promise<string> =>
  (await keys.open("session-secret", sessionContext(row.id, row), row.secret)).toString("base64url");

const freshSecrets = async (
  keys: Keys,
  { sessionId, createdAt, ...owner }: Owner & { readonly sessionId: string; readonly createdAt: number },
  now: number,
) => {
  const accessToken = randomText(32);
  const sessionSecret = randomText(32);
  const cookie = randomText(32);
  const expiresAt = new Date(Math.min(now + idleMs, createdAt + absoluteMs));
  return {
    fresh: {
      answer: { sessionId, accessToken, sessionSecret, expiresAt: expiresAt.getTime() },
      cookie,
      expiresAt,
    } satisfies FreshSession,
    row: {
      accessTokenHash: hashOf(accessToken),
      cookieHash: hashOf(cookie),
      secret: await keys.seal(
        "session-secret",
        sessionContext(sessionId, owner),
        Buffer.from(sessionSecret, "base64url"),
      ),
      expiresAt,
      rotatedAt: new Date(now),
      usedAt: new Date(now),
    },
  };
};

/**
 * Opens a session for a person on a device, and ends an older one of that device. `isNewDevice` says that the last sign-in there
 * was somebody else's, or that there was none.
 */
export const openSession = async (
  tx: Executor,
  keys: Keys,
  owner: Owner,
  place: SessionPlace,
  now: number,
): Promise<FreshSession & { readonly isNewDevice: boolean }> => {
  const { uid, deviceId } = owner;
  const sessionId = randomText(16);
  const { fresh, row } = await freshSecrets(keys, { ...owner, sessionId, createdAt: now }, now);
  const { rows } = await tx.execute<{ is_new: boolean; ended: { sessionId: string; uid: Uid }[] | null }>(sql`
    with claimed as (
      update ${devices} set signed_in_uid = ${uid}
      where id = ${deviceId} and signed_in_uid is distinct from ${uid} returning id
    ), ended as (
      delete from ${sessions} where device_id = ${deviceId} returning id, uid
    ), opened as (
      insert into ${sessions} (
        id, uid, device_id, device, network, access_token_hash, cookie_hash, secret, created_at, rotated_at, used_at, expires_at
      ) values (
        ${sessionId}, ${uid}, ${deviceId}, ${place.device}, ${place.network}, ${row.accessTokenHash}, ${row.cookieHash},
        ${row.secret}, ${new Date(now)}, ${row.rotatedAt}, ${row.usedAt}, ${row.expiresAt}
      )
    )
    select exists (select from claimed) as is_new,
      (select json_agg(json_build_object('sessionId', id, 'uid', uid)) from ended) as ended`);
  for (const session of rows[0]?.ended ?? []) await writeEvent(tx, "session.ended", session);
  return { ...fresh, isNewDevice: rows[0]?.is_new ?? false };
};

/**
 * Replaces all secrets of a session. The old ones end with the commit, and with them the wallet tokens and WebSockets that were
 * opened with them. @throws ApiError `unauthorized` when the session's longest time is over
 */
export const renewSession = async (
  tx: Executor,
  keys: Keys,
  session: Owner & { readonly sessionId: string },
  place: SessionPlace,
  now: number,
): Promise<FreshSession> => {
  const { sessionId, uid, deviceId } = session;
  const [row] = await tx.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
  if (!row || row.createdAt.getTime() + absoluteMs <= now) throw new ApiError("unauthorized");
  const createdAt = row.createdAt.getTime();
  const { fresh, row: secrets } = await freshSecrets(keys, { sessionId, uid, deviceId, createdAt }, now);
  await tx
    .update(sessions)
    .set({ ...secrets, ...place })
    .where(eq(sessions.id, sessionId));
  await writeEvent(tx, "session.rotated", { uid, sessionId });
  return fresh;
};

/** Ends all sessions of a person, or the given ones; the events end what depends on them. @returns their browsers */
export const endSessions = async (
  tx: Executor,
  uid: Uid,
  which: { readonly only?: string; readonly except?: string } = {},
): Promise<readonly { readonly deviceId: string }[]> => {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.uid, uid),
        which.only === undefined ? undefined : eq(sessions.id, which.only),
        which.except === undefined ? undefined : ne(sessions.id, which.except),
      ),
    )
    .returning({ sessionId: sessions.id, deviceId: sessions.deviceId });
  for (const { sessionId } of ended) await writeEvent(tx, "session.ended", { uid, sessionId });
  return ended;
};

/**
 * Ends sessions from another browser, and takes the wallet from theirs. Who signs out in a browser keeps its share, which is
 * worthless without a session. @returns how many
 */
export const revokeSessions = async (
  { jobs }: Pick<AppContext, "jobs">,
  tx: Executor,
  uid: Uid,
  which: { readonly only?: string; readonly except?: string } = {},
): Promise<number> => {
  const deviceIds = (await endSessions(tx, uid, which)).map(({ deviceId }) => deviceId);
  if (deviceIds.length > 0) await jobs.add(tx, "wallet.endDevices", { uid, deviceIds });
  return deviceIds.length;
};
