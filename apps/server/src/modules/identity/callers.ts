import { signingWindowSeconds } from "@tribe/contract";
import type { Logger } from "pino";
import QuickLRU from "quick-lru";
import type { Callers } from "../../context/ports.ts";
import type { Database } from "../../db/client.ts";
import { readTogether } from "../../db/read-together.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { isToken } from "../../http/request/verify.ts";
import { sessionContext } from "./rules/session.ts";
import { readDeviceSecret } from "./store/devices.ts";
import { nonceInserts } from "./store/nonces.ts";
import { livingSessionIds, livingSessions, markSessionUsed, type SessionRow } from "./store/sessions.ts";

/** How long a decrypted secret of a device stays in memory. It never changes, but need not stay there longer. */
const secretLifetimeMs = 60_000;
/** How often a session's last use is stored: its person's list shows no more. */
const usedWithinMs = 15 * 60_000;
const maxSecrets = 10_000;
/** Queries for sessions that may run at once; requests that come meanwhile are collected for the next one. */
const sessionReads = 4;

/** Nonces are stored for more than twice the allowed difference: a clock may be that much slow, and then that much fast. */
const nonceMs = signingWindowSeconds * 2_000 + 10_000;
const nonceExpiry = (): Date => new Date(Date.now() + nonceMs);

/** A stored session's secret, base64url. @throws Error when its row was changed by somebody else */
const openSessionSecret = async (keys: Keys, row: SessionRow): Promise<string> =>
  (await keys.open("session-secret", sessionContext(row.id, row), row.secret)).toString("base64url");

/** Authenticates callers by the tables of devices and sessions. */
export const createCallers = (db: Database, keys: Keys, log: Pick<Logger, "error">): Callers => {
  // Every call of a visitor is signed with it, and a page makes several per second.
  const secrets = new QuickLRU<string, string>({ maxSize: maxSecrets, maxAge: secretLifetimeMs });
  const readSecret = async (deviceId: string): Promise<string | null> => {
    const sealed = await readDeviceSecret(db, deviceId);
    if (!sealed) return null;
    const secret = (await keys.open("session-secret", deviceId, sealed)).toString("base64url");
    secrets.set(deviceId, secret);
    return secret;
  };
  // A crowd that reconnects asks for thousands at once.
  const readSession = readTogether(
    async (sessionIds: readonly string[]) => {
      const found = await livingSessions(db, [...new Set(sessionIds)], new Date());
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
      if (Date.now() - usedAt.getTime() > usedWithinMs) await markSessionUsed(db, sessionId);
      const generation = accessTokenHash.toString("base64url");
      return {
        sessionId,
        uid,
        deviceId,
        generation,
        accessTokenHash,
        cookieHash,
        secret,
        expiresAt: expiresAt.getTime(),
      };
    },
    endedSessions: async (sessionIds) => {
      if (sessionIds.length === 0) return new Set();
      const living = await livingSessionIds(db, [...new Set(sessionIds)], new Date());
      return new Set(sessionIds.filter((id) => !living.has(id)));
    },
    nonceInsert: (owner, value) => nonceInserts([{ owner, value }], nonceExpiry()),
    nonceInserts: (nonces) => nonceInserts(nonces, nonceExpiry()),
  };
};
