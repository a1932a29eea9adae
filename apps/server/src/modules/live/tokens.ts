import { hashOf, isSame, randomText } from "../../crypto/secrets.ts";
import type { Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { type Admission, removeToken, storeToken } from "./store/tokens.ts";

const lifetimeMs = 300_000;

/** The MAC of a token's row: if somebody writes another person into it, it does not match. */
const macOf = (keys: Keys, secret: string, { liveId, uid, sessionId }: Admission): string =>
  keys.mac("token", `live:${secret}:${liveId}:${uid}:${sessionId}`);

/** Issues a token for one person and one live, for one use within five minutes. */
export const issueLiveToken = async (tx: Executor, keys: Keys, admission: Admission, now: number): Promise<string> => {
  const secret = randomText(24);
  await storeToken(tx, { ...admission, tokenHash: hashOf(secret), expiresAt: new Date(now + lifetimeMs) });
  return `${secret}.${macOf(keys, secret, admission)}`;
};

/** Uses a token up; null when it is unknown, used or expired. */
export const consumeLiveToken = async (
  db: Executor,
  keys: Keys,
  token: string,
  now: number,
): Promise<Admission | null> => {
  const [secret = "", mac = ""] = token.split(".");
  const admission = await removeToken(db, hashOf(secret), new Date(now));
  return admission && isSame(Buffer.from(mac), Buffer.from(macOf(keys, secret, admission))) ? admission : null;
};
