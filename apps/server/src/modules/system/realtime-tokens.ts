import { and, eq, gt } from "drizzle-orm";
import type { Database, Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { RealtimeCaller, RealtimeTokens } from "../../ports.ts";
import { hashOf, isSame, randomText } from "../../secrets.ts";
import { realtimeTokens } from "./schema.ts";

const lifetimeMs = 30_000;

/** Ties a token to its caller: a row in which somebody wrote another person opens nothing. */
const macOf = (keys: Keys, secret: string, { deviceId, sessionId, uid }: RealtimeCaller): string =>
  keys.mac("token", `realtime:${secret}:${deviceId}:${sessionId ?? ""}:${uid ?? ""}`);

/** Gives a token that opens one WebSocket within 30 s. */
export const issueRealtimeToken = async (tx: Executor, keys: Keys, caller: RealtimeCaller): Promise<string> => {
  const secret = randomText(24);
  await tx
    .insert(realtimeTokens)
    .values({ tokenHash: hashOf(secret), ...caller, expiresAt: new Date(Date.now() + lifetimeMs) });
  return `${secret}.${macOf(keys, secret, caller)}`;
};

/** Takes tokens for the realtime module: a delete is what makes them single-use, on whichever node. */
export const createRealtimeTokens = (db: Database, keys: Keys): RealtimeTokens => ({
  take: async (token) => {
    const [secret = "", mac = ""] = token.split(".");
    const [caller] = await db
      .delete(realtimeTokens)
      .where(and(eq(realtimeTokens.tokenHash, hashOf(secret)), gt(realtimeTokens.expiresAt, new Date())))
      .returning({
        deviceId: realtimeTokens.deviceId,
        sessionId: realtimeTokens.sessionId,
        uid: realtimeTokens.uid,
      });
    return caller && isSame(Buffer.from(mac), Buffer.from(macOf(keys, secret, caller))) ? caller : null;
  },
});
