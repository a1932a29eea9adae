import { and, gt, sql } from "drizzle-orm";
import type { Database, Executor } from "../../db/client.ts";
import { readTogether } from "../../db/read-together.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { Session } from "../../http/implement.ts";
import type { Callers, RealtimeCaller, RealtimeTokens } from "../../ports.ts";
import { hashOf, isSame, randomText } from "../../secrets.ts";
import { realtimeTokens } from "./schema.ts";

const lifetimeMs = 30_000;

/**
 * Ties a token to its caller, and to the session's present secrets: a row in which somebody wrote another person opens
 * nothing, nor does a token from before the session was rotated.
 */
const macOf = (
  keys: Keys,
  secret: string,
  { deviceId, sessionId, uid }: RealtimeCaller,
  generation: string | undefined,
): string => keys.mac("token", `realtime:${secret}:${deviceId}:${sessionId ?? ""}:${uid ?? ""}:${generation ?? ""}`);

/** Gives a token that opens one WebSocket within 30 s. @param session null for a visitor */
export const issueRealtimeToken = async (
  tx: Executor,
  keys: Keys,
  deviceId: string,
  session: Session | null,
): Promise<string> => {
  const secret = randomText(24);
  const caller = { deviceId, sessionId: session?.sessionId ?? null, uid: session?.uid ?? null };
  await tx
    .insert(realtimeTokens)
    .values({ tokenHash: hashOf(secret), ...caller, expiresAt: new Date(Date.now() + lifetimeMs) });
  return `${secret}.${macOf(keys, secret, caller, session?.generation)}`;
};

/** Takes tokens for the realtime module: a delete is what makes them single-use, on whichever node. */
export const createRealtimeTokens = (db: Database, keys: Keys, callers: Pick<Callers, "session">): RealtimeTokens => {
  const takeCaller = readTogether<Buffer, RealtimeCaller | null>(async (hashes) => {
    const rows = await db
      .delete(realtimeTokens)
      .where(
        and(
          sql`${realtimeTokens.tokenHash} = any(${sql.param(hashes)}::bytea[])`,
          gt(realtimeTokens.expiresAt, new Date()),
        ),
      )
      .returning();
    const taken = new Map(
      rows.map(({ tokenHash, deviceId, sessionId, uid }) => [keyOf(tokenHash), { deviceId, sessionId, uid }]),
    );
    // Whoever brings a token that another one brings in the same moment has none.
    return hashes.map((hash) => {
      const caller = taken.get(keyOf(hash)) ?? null;
      taken.delete(keyOf(hash));
      return caller;
    });
  });
  return {
    take: async (token) => {
      const [secret = "", mac = ""] = token.split(".");
      const caller = await takeCaller(hashOf(secret));
      if (!caller) return null;
      const session = caller.sessionId === null ? null : await callers.session(caller.sessionId);
      // Of a session that has ended meanwhile nobody is left to be: whoever connects is told so, and hears nothing else.
      if (caller.sessionId !== null && !session) return caller;
      return isSame(Buffer.from(mac), Buffer.from(macOf(keys, secret, caller, session?.generation))) ? caller : null;
    },
  };
};

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString("base64");
