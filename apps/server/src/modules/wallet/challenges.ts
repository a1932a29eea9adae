import type { Uid } from "@tribe/contract";
import { type SQL, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { isSame, randomText } from "../../secrets.ts";
import { walletChallenges } from "./schema.ts";

type ChallengeContext = Pick<AppContext, "keys" | "now">;

const deviceMs = 60_000;
/** A passkey may lie on a phone that has to be fetched. What it may sign is no device's: the longer time is its own. */
const passkeyMs = 300_000;
const passkeyPrefix = "passkey.";

/** That one was taken is remembered past its end: what is over is swept by the database's clock, not by ours. */
const rememberedMs = 600_000;

const form = /^((?:passkey\.)?([0-9]{1,15})\.[A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const macOf = (keys: Keys, uid: Uid, head: string): string => keys.mac("recovery", `challenge:${uid}:${head}`);

const give = (keys: Keys, uid: Uid, prefix: string, expiresAt: number): string => {
  const head = `${prefix}${expiresAt}.${randomText(16)}`;
  return `${head}.${macOf(keys, uid, head)}`;
};

/**
 * Gives a device a challenge to sign: it works once, for this account, for 60 s. Nothing of it is stored: that it was given, to
 * whom and for how long stands in it, under a MAC of the process with the wallets' keys.
 */
export const giveChallenge = ({ keys, now }: ChallengeContext, uid: Uid): string =>
  give(keys, uid, "", now() + deviceMs);

/** Gives a passkey one, for five minutes. */
export const givePasskeyChallenge = ({ keys, now }: ChallengeContext, uid: Uid): string =>
  give(keys, uid, passkeyPrefix, now() + passkeyMs);

/** Whether it was given to a passkey: no device signs for that long. */
export const isPasskeyChallenge = (challenge: string): boolean => challenge.startsWith(passkeyPrefix);

/**
 * Takes a challenge, so that nothing is signed with it again; if the caller's transaction rolls back, it was not.
 * @param before a query of one row that runs before, in the same round trip
 * @returns false for one that is taken, too old, another account's, or none of ours
 */
export const takeChallenge = async (
  ctx: ChallengeContext,
  tx: Executor,
  uid: Uid,
  challenge: string,
  before: SQL = sql`select 1`,
): Promise<boolean> => {
  const taking = challengeTaking(ctx, uid, challenge, sql`before`);
  if (!taking) return false;
  const { rows } = await tx.execute(sql`with before as materialized (${before}) ${taking}`);
  return rows.length > 0;
};

/**
 * The statement that takes a challenge once for the one row of `from`, a step before: it returns a row, or none when it was taken
 * before. Null for a challenge that is too old, another account's, or none of ours.
 */
export const challengeTaking = (
  { keys, now }: ChallengeContext,
  uid: Uid,
  challenge: string,
  from: SQL,
): SQL | null => {
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
