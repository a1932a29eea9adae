import { and, gt, sql } from "drizzle-orm";
import type { Callers, RealtimeCaller, RealtimeTokens } from "../../context/ports.ts";
import { hashOf, isSame, randomText } from "../../crypto/secrets.ts";
import type { Database } from "../../db/client.ts";
import { readTogether } from "../../db/read-together.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { Nonce } from "../../http/commit.ts";
import { realtimeTokens } from "./schema.ts";

const lifetimeMs = 30_000;

/** The used part of `Callers`. */
type TokenCallers = Pick<Callers, "session" | "nonceInserts">;

/**
 * The MAC of a token's row over its caller and the session's present secrets: if somebody writes another person into it, or the
 * session was rotated since, it does not match.
 */
const macOf = (
  keys: Keys,
  secret: string,
  { deviceId, sessionId, uid }: RealtimeCaller,
  generation: string | undefined,
): string => keys.mac("token", `realtime:${secret}:${deviceId}:${sessionId ?? ""}:${uid ?? ""}:${generation ?? ""}`);

/** A requested token, with the call's nonce. */
interface AskedToken {
  readonly nonce: Nonce | null;
  readonly tokenHash: Buffer;
  readonly caller: RealtimeCaller;
}

/** Stores tokens, each if its call's nonce was unused. @returns for each whether it was stored */
const storeTokens = async (db: Database, callers: TokenCallers, asked: readonly AskedToken[]): Promise<boolean[]> => {
  const expiresAt = new Date(Date.now() + lifetimeMs);
  // The second of two concurrent calls with the same nonce is a replay.
  const seen = new Set<string>();
  const isFirst = asked.map(({ nonce }) => {
    const key = nonce && `${nonce.owner} ${nonce.value}`;
    if (key === null) return true;
    return !seen.has(key) && seen.add(key).size > 0;
  });
  const firsts = asked.filter((_, index) => isFirst[index]);
  const rows = firsts.map(({ nonce, tokenHash, caller }) => ({
    hash: tokenHash.toString("hex"),
    owner: nonce?.owner ?? null,
    nonce: nonce?.value ?? null,
    device_id: caller.deviceId,
    session_id: caller.sessionId,
    uid: caller.uid,
    expires_at: expiresAt,
  }));
  const nonces = firsts.flatMap(({ nonce }) => nonce ?? []);
  const taken = nonces.length > 0 ? callers.nonceInserts(nonces) : sql`select null::text as owner, null::text as nonce`;
  const stored = await db.execute<{ hash: string }>(sql`
    with taken as (${taken})
    insert into ${realtimeTokens} (token_hash, device_id, session_id, uid, expires_at)
    select decode(asked.hash, 'hex'), asked.device_id, asked.session_id, asked.uid, asked.expires_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as asked
      (hash text, owner text, nonce text, device_id text, session_id text, uid text, expires_at timestamptz)
    where asked.nonce is null or (asked.owner, asked.nonce) in (select owner, nonce from taken)
    returning encode(token_hash, 'hex') as hash`);
  const hashes = new Set(stored.rows.map(({ hash }) => hash));
  return asked.map(({ tokenHash }, index) => isFirst[index] === true && hashes.has(tokenHash.toString("hex")));
};

/** Tokens for the WebSocket. Deleting the row is what makes one single-use, on whichever node. */
export const createRealtimeTokens = (db: Database, keys: Keys, callers: TokenCallers): RealtimeTokens => {
  const store = readTogether((asked: readonly AskedToken[]) => storeTokens(db, callers, asked));
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
    // If two connections bring the same token at the same moment, the second gets none.
    return hashes.map((hash) => {
      const caller = taken.get(keyOf(hash)) ?? null;
      taken.delete(keyOf(hash));
      return caller;
    });
  });
  return {
    issue: async (deviceId, session, nonce) => {
      const secret = randomText(24);
      const caller = { deviceId, sessionId: session?.sessionId ?? null, uid: session?.uid ?? null };
      const isStored = await store({ nonce, tokenHash: hashOf(secret), caller });
      return isStored ? `${secret}.${macOf(keys, secret, caller, session?.generation)}` : null;
    },
    take: async (token) => {
      const [secret = "", mac = ""] = token.split(".");
      const caller = await takeCaller(hashOf(secret));
      if (!caller) return null;
      const session = caller.sessionId === null ? null : await callers.session(caller.sessionId);
      // The session has ended meanwhile: the connection is told so, and gets nothing else.
      if (caller.sessionId !== null && !session) return caller;
      return isSame(Buffer.from(mac), Buffer.from(macOf(keys, secret, caller, session?.generation))) ? caller : null;
    },
  };
};

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString("base64");
