import type { Uid } from "@tribe/contract";
import { type SQL, sql } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import { isSame, randomText } from "../../../crypto/secrets.ts";
import type { Executor } from "../../../db/client.ts";
import type { Keys } from "../../../engines/keys/port.ts";
import type { Commit } from "../../../http/commit.ts";
import { walletChallenges } from "../schema.ts";
import { accountLock } from "./lock-account.ts";

type ChallengeContext = Pick<AppContext, "keys" | "now">;

const deviceMs = 60_000;
/**
 * A passkey's challenge lives longer, because the phone that has the passkey may have to be fetched. A device can't use one
 * (`isPasskeyChallenge`).
 */
const passkeyMs = 300_000;
const passkeyPrefix = "passkey.";

/**
 * A used challenge is remembered somewhat longer than it is valid, because the database's clock decides when it is deleted, not
 * ours.
 */
const rememberedMs = 600_000;

const form = /^((?:passkey\.)?([0-9]{1,15})\.[A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const macOf = (keys: Keys, uid: Uid, head: string): string => keys.mac("recovery", `challenge:${uid}:${head}`);

const give = (keys: Keys, uid: Uid, prefix: string, expiresAt: number): string => {
  const head = `${prefix}${expiresAt}.${randomText(16)}`;
  return `${head}.${macOf(keys, uid, head)}`;
};

/**
 * Issues a challenge for a device of this account: valid once, for 60 s. Nothing is stored when it is issued: account and expiry
 * are in the challenge itself, under a MAC of the process with the wallets' keys.
 */
export const issueChallenge = ({ keys, now }: ChallengeContext, uid: Uid): string =>
  give(keys, uid, "", now() + deviceMs);

/** Issues a challenge for a passkey, valid for five minutes. */
export const issuePasskeyChallenge = ({ keys, now }: ChallengeContext, uid: Uid): string =>
  give(keys, uid, passkeyPrefix, now() + passkeyMs);

/** Whether a challenge was issued for a passkey; a device may not sign one. */
export const isPasskeyChallenge = (challenge: string): boolean => challenge.startsWith(passkeyPrefix);

/**
 * Consumes a challenge, so that it can't be used again; if the caller's transaction rolls back, it stays unused.
 * @returns false for a challenge that was used, has expired, was issued for another account, or was not issued by us
 */
export const consumeChallenge = (ctx: ChallengeContext, tx: Executor, uid: Uid, challenge: string): Promise<boolean> =>
  consumeAfter(ctx, tx, { uid, challenge, before: sql`select 1` });

/** The same after locking the account, in the same round trip. */
export const lockAndConsumeChallenge = (
  ctx: ChallengeContext,
  tx: Executor,
  uid: Uid,
  challenge: string,
): Promise<boolean> => consumeAfter(ctx, tx, { uid, challenge, before: accountLock(uid) });

/** The same in one statement with the call's nonce, for a call that stores nothing else. @throws ApiError `request_replayed` */
export const consumeChallengeAndCommit = async (
  ctx: ChallengeContext,
  commit: Commit,
  uid: Uid,
  challenge: string,
): Promise<boolean> => {
  const consuming = challengeInsert(ctx, uid, challenge, sql`nonce`);
  if (!consuming) return false;
  const { is_consumed: isConsumed } = await commit.statement<{ is_consumed: boolean }>(
    sql`consumed as (${consuming})`,
    sql`exists (select from consumed) as is_consumed`,
  );
  return isConsumed;
};

const consumeAfter = async (
  ctx: ChallengeContext,
  tx: Executor,
  { uid, challenge, before }: { readonly uid: Uid; readonly challenge: string; readonly before: SQL },
): Promise<boolean> => {
  const consuming = challengeInsert(ctx, uid, challenge, sql`before`);
  if (!consuming) return false;
  const { rows } = await tx.execute(sql`with before as materialized (${before}) ${consuming}`);
  return rows.length > 0;
};

/**
 * The statement that consumes a challenge for the one row of `from`, a step before: it returns a row, or none when the challenge was
 * used before. Null for a challenge that has expired, was issued for another account, or was not issued by us.
 */
const challengeInsert = ({ keys, now }: ChallengeContext, uid: Uid, challenge: string, from: SQL): SQL | null => {
  const [, head, end, mac] = form.exec(challenge) ?? [];
  const expiresAt = Number(end);
  const isGiven = head && mac && expiresAt > now() && isSame(Buffer.from(mac), Buffer.from(macOf(keys, uid, head)));
  if (!isGiven) return null;
  return sql`
    insert into ${walletChallenges} (${columns})
    select ${challenge}, ${uid}, ${new Date(expiresAt + rememberedMs).toISOString()}::timestamptz from ${from}
    on conflict do nothing returning uid`;
};

const columns = sql.join(
  [walletChallenges.challenge, walletChallenges.uid, walletChallenges.expiresAt].map(({ name }) =>
    sql.identifier(name),
  ),
  sql`, `,
);
