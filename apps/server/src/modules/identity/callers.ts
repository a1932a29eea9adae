import { signingWindowSeconds } from "@tribe/contract";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertOf } from "../../db/insert-many.ts";
import { preparedOnce } from "../../db/prepared.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { Callers } from "../../ports.ts";
import { devices, requestNonces, sessions } from "./schema.ts";

// Asked for by every call.
const sessionOn = preparedOnce((db) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder("sessionId")), gt(sessions.expiresAt, sql.placeholder("now"))))
    .prepare("identity_session"),
);

/** Who may call, out of the tables of devices and sessions. */
export const createCallers = (db: Database, keys: Keys): Callers => ({
  deviceSecret: async (deviceId) => {
    const [device] = await db.select({ secret: devices.secret }).from(devices).where(eq(devices.id, deviceId));
    return device ? (await keys.open("session-secret", deviceId, device.secret)).toString("base64url") : null;
  },
  session: async (sessionId) => {
    const [found] = await sessionOn(db).execute({ sessionId, now: new Date() });
    if (!found) return null;
    const { uid, deviceId, accessTokenHash, cookieHash } = found;
    const secret = (await keys.open("session-secret", sessionId, found.secret)).toString("base64url");
    return { sessionId, uid, deviceId, accessTokenHash, cookieHash, secret };
  },
  nonceInsert: (owner, nonce) => {
    // Kept over twice the window: a clock may be a whole window behind, and then a whole one ahead.
    const expiresAt = new Date(Date.now() + signingWindowSeconds * 2_000 + 10_000);
    const after = sql`on conflict do nothing returning nonce`;
    return insertOf(requestNonces, [{ owner, nonce, expiresAt }], { after });
  },
});
