import { signingWindowSeconds } from "@tribe/contract";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Logger } from "pino";
import QuickLRU from "quick-lru";
import type { Callers } from "../../context/ports.ts";
import type { Database } from "../../db/client.ts";
import { insertOf } from "../../db/insert-many.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { readTogether } from "../../db/read-together.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { isToken } from "../../http/request/verify.ts";
import { devices, requestNonces, sessions } from "./schema.ts";
import { openSessionSecret } from "./sessions.ts";

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

/** A device's encrypted secret; reading it also notes that the device was used, to the day. */
const readDevice = async (db: Database, deviceId: string): Promise<Buffer | null> => {
  const { rows } = await db.execute<{ secret: Buffer }>(sql`
    with used as (
      update ${devices} set used_at = now()
      where id = ${deviceId} and (used_at is null or used_at < now() - interval '1 day')
    )
    select secret from ${devices} where id = ${deviceId}`);
  return rows[0]?.secret ?? null;
};

/** How long a decrypted secret of a device stays in memory. It never changes, but need not stay there longer. */
const secretKeptMs = 60_000;
/** How often a session's last use is stored: its person's list shows no more. */
const usedWithinMs = 15 * 60_000;
const maxSecrets = 10_000;
/** Queries for sessions that may run at once; requests that come meanwhile are collected for the next one. */
const sessionReads = 4;

/** Stores nonces; of two equal ones only the first is accepted. */
const nonceInserts: Callers["nonceInserts"] = (nonces) => {
  // Kept for more than twice the allowed difference: a clock may be that much slow, and then that much fast.
  const expiresAt = new Date(Date.now() + signingWindowSeconds * 2_000 + 10_000);
  const rows = nonces.map(({ owner, value }) => ({ owner, nonce: value, expiresAt }));
  return insertOf(requestNonces, rows, { after: sql`on conflict do nothing returning owner, nonce` });
};

/** Authenticates callers by the tables of devices and sessions. */
export const createCallers = (db: Database, keys: Keys, log: Pick<Logger, "error">): Callers => {
  // Every call of a visitor is signed with it, and a page makes several per second.
  const secrets = new QuickLRU<string, string>({ maxSize: maxSecrets, maxAge: secretKeptMs });
  const readSecret = async (deviceId: string): Promise<string | null> => {
    const sealed = await readDevice(db, deviceId);
    if (!sealed) return null;
    const secret = (await keys.open("session-secret", deviceId, sealed)).toString("base64url");
    secrets.set(deviceId, secret);
    return secret;
  };
  // A crowd that reconnects asks for thousands at once.
  const readSession = readTogether(
    async (sessionIds: readonly string[]) => {
      const found = await sessionsOn(db).execute({ sessionIds: [...new Set(sessionIds)], now: new Date() });
      const byId = new Map(found.map((row) => [row.id, row]));
      return sessionIds.map((id) => byId.get(id) ?? null);
    },
    { atOnce: sessionReads },
  );
  return {
    deviceSecret: async (deviceId) => secrets.get(deviceId) ?? readSecret(deviceId),
    session: async (sessionId) => {
      // Checked before, because one id that PostgreSQL can't store would fail the query for all others in it.
      if (!isToken(sessionId)) return null;
      const found = await readSession(sessionId);
      if (!found) return null;
      const { uid, deviceId, accessTokenHash, cookieHash, usedAt, expiresAt } = found;
      const secret = await openSessionSecret(keys, found).catch((err: unknown) => {
        log.error({ err, sessionId, uid, deviceId }, "a session's row was changed by somebody else; it is refused");
        return null;
      });
      if (secret === null) return null;
      if (Date.now() - usedAt.getTime() > usedWithinMs)
        await db.update(sessions).set({ usedAt: sql`now()` }).where(eq(sessions.id, sessionId));
      const generation = accessTokenHash.toString("base64url");
      return {
        ...{ sessionId, uid, deviceId, generation, accessTokenHash, cookieHash, secret },
        expiresAt: expiresAt.getTime(),
      };
    },
    endedSessions: async (sessionIds) => {
      if (sessionIds.length === 0) return new Set();
      const asked = [...new Set(sessionIds)];
      const living = await livingOn(db).execute({ sessionIds: asked, now: new Date() });
      const ids = new Set(living.map(({ id }) => id));
      return new Set(asked.filter((id) => !ids.has(id)));
    },
    nonceInsert: (owner, value) => nonceInserts([{ owner, value }]),
    nonceInserts,
  };
};
