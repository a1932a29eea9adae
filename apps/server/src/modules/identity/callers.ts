import { ApiError, signingWindowSeconds } from "@tribe/contract";
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { Callers } from "../../ports.ts";
import { devices, requestNonces, sessions } from "./schema.ts";

/** Who may call, out of the tables of devices and sessions. */
export const createCallers = (db: Database, keys: Keys): Callers => ({
  deviceSecret: async (deviceId) => {
    const [device] = await db.select({ secret: devices.secret }).from(devices).where(eq(devices.id, deviceId));
    return device ? (await keys.open("session-secret", deviceId, device.secret)).toString("base64url") : null;
  },
  session: async (sessionId) => {
    const [found] = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, new Date())));
    if (!found) return null;
    const { uid, deviceId, accessTokenHash, cookieHash } = found;
    const secret = (await keys.open("session-secret", sessionId, found.secret)).toString("base64url");
    return { sessionId, uid, deviceId, accessTokenHash, cookieHash, secret };
  },
  takeNonce: async (tx, owner, nonce) => {
    // Kept over twice the window: a clock may be a whole window behind, and then a whole one ahead.
    const expiresAt = new Date(Date.now() + signingWindowSeconds * 2_000 + 10_000);
    const taken = await tx
      .insert(requestNonces)
      .values({ owner, nonce, expiresAt })
      .onConflictDoNothing()
      .returning({ nonce: requestNonces.nonce });
    if (taken.length === 0) throw new ApiError("request_replayed");
  },
});
