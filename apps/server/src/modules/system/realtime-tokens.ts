import { and, eq, gt } from "drizzle-orm";
import type { Database, Executor } from "../../db/client.ts";
import type { RealtimeCaller, RealtimeTokens } from "../../ports.ts";
import { hashOf, randomText } from "../../secrets.ts";
import { realtimeTokens } from "./schema.ts";

const lifetimeMs = 30_000;

/** Gives a token that opens one WebSocket within 30 s. */
export const issueRealtimeToken = async (tx: Executor, caller: RealtimeCaller): Promise<string> => {
  const token = randomText(24);
  await tx
    .insert(realtimeTokens)
    .values({ tokenHash: hashOf(token), ...caller, expiresAt: new Date(Date.now() + lifetimeMs) });
  return token;
};

/** Takes tokens for the realtime module: a delete is what makes them single-use, on whichever node. */
export const createRealtimeTokens = (db: Database): RealtimeTokens => ({
  take: async (token) => {
    const [caller] = await db
      .delete(realtimeTokens)
      .where(and(eq(realtimeTokens.tokenHash, hashOf(token)), gt(realtimeTokens.expiresAt, new Date())))
      .returning({
        deviceId: realtimeTokens.deviceId,
        sessionId: realtimeTokens.sessionId,
        uid: realtimeTokens.uid,
      });
    return caller ?? null;
  },
});
