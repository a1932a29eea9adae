import type { Uid } from "@tribe/contract";
import { and, eq, gt } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { hashOf, isSame, randomText } from "../../secrets.ts";
import { liveTokens } from "./schema.ts";

const lifetimeMs = 300_000;

/** Whom a token admits, and where. */
interface Admission {
  readonly liveId: string;
  readonly uid: Uid;
  readonly sessionId: string;
}

/** The MAC of a token's row: if somebody writes another person into it, it does not match. */
const macOf = (keys: Keys, secret: string, { liveId, uid, sessionId }: Admission): string =>
  keys.mac("token", `live:${secret}:${liveId}:${uid}:${sessionId}`);

/** Issues a token for one person and one live, for one use within five minutes. */
export const issueLiveToken = async (tx: Executor, keys: Keys, admission: Admission, now: number): Promise<string> => {
  const secret = randomText(24);
  await tx
    .insert(liveTokens)
    .values({ tokenHash: hashOf(secret), ...admission, expiresAt: new Date(now + lifetimeMs) });
  return `${secret}.${macOf(keys, secret, admission)}`;
};

/** Uses a token up; null when it is unknown, used or expired. Deleting the row is what makes it single-use. */
export const takeLiveToken = async (
  db: Executor,
  keys: Keys,
  token: string,
  now: number,
): Promise<Admission | null> => {
  const [secret = "", mac = ""] = token.split(".");
  const [admission] = await db
    .delete(liveTokens)
    .where(and(eq(liveTokens.tokenHash, hashOf(secret)), gt(liveTokens.expiresAt, new Date(now))))
    .returning({ liveId: liveTokens.liveId, uid: liveTokens.uid, sessionId: liveTokens.sessionId });
  return admission && isSame(Buffer.from(mac), Buffer.from(macOf(keys, secret, admission))) ? admission : null;
};
