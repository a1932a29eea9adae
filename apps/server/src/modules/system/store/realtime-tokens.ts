import { and, gt, sql } from "drizzle-orm";
import type { Callers, RealtimeCaller } from "../../../context/ports.ts";
import type { Database } from "../../../db/client.ts";
import type { Nonce } from "../../../http/commit.ts";
import { realtimeTokens } from "../schema.ts";

/** A token to be stored, with the nonce of the call that requested it. */
export interface NewToken {
  readonly nonce: Nonce | null;
  readonly tokenHash: Buffer;
  readonly caller: RealtimeCaller;
}

/**
 * Stores tokens, each if its call's nonce was unused: one statement for all, because thousands are requested at once when many
 * clients reconnect.
 * @param tokens no two with the same nonce
 * @returns the hashes of those that were stored, in hex
 */
export const storeTokens = async (
  db: Database,
  { nonceInserts }: Pick<Callers, "nonceInserts">,
  tokens: readonly NewToken[],
  expiresAt: Date,
): Promise<ReadonlySet<string>> => {
  const rows = tokens.map(({ nonce, tokenHash, caller }) => ({
    hash: tokenHash.toString("hex"),
    owner: nonce?.owner ?? null,
    nonce: nonce?.value ?? null,
    device_id: caller.deviceId,
    session_id: caller.sessionId,
    uid: caller.uid,
    expires_at: expiresAt,
  }));
  const nonces = tokens.flatMap(({ nonce }) => nonce ?? []);
  const consumed = nonces.length > 0 ? nonceInserts(nonces) : sql`select null::text as owner, null::text as nonce`;
  const stored = await db.execute<{ hash: string }>(sql`
    with consumed as (${consumed})
    insert into ${realtimeTokens} (token_hash, device_id, session_id, uid, expires_at)
    select decode(fresh.hash, 'hex'), fresh.device_id, fresh.session_id, fresh.uid, fresh.expires_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as fresh
      (hash text, owner text, nonce text, device_id text, session_id text, uid text, expires_at timestamptz)
    where fresh.nonce is null or (fresh.owner, fresh.nonce) in (select owner, nonce from consumed)
    returning encode(token_hash, 'hex') as hash`);
  return new Set(stored.rows.map(({ hash }) => hash));
};

/** Deletes those of these tokens that have not expired, which is what makes each single-use. @returns their rows */
export const consumeTokens = (db: Database, hashes: readonly Buffer[]) =>
  db
    .delete(realtimeTokens)
    .where(
      and(
        sql`${realtimeTokens.tokenHash} = any(${sql.param(hashes)}::bytea[])`,
        gt(realtimeTokens.expiresAt, new Date()),
      ),
    )
    .returning();
