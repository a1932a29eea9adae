import { type AnswerOf, ApiError, type routes, type Uid } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { hashOf, randomText } from "../../crypto/secrets.ts";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { isRenewable, type NewSecrets, type SessionOwner, sessionContext, sessionExpiry } from "./rules/session.ts";
import type { SessionPlace } from "./rules/session-place.ts";
import {
  deleteSessions,
  replaceSession,
  type SessionFilter,
  sessionCreatedAt,
  storeSecrets,
} from "./store/sessions.ts";

/** A new session as its device gets it, once, with the cookie for its browser. */
export interface FreshSession {
  readonly answer: AnswerOf<typeof routes.identity.verifyEmail>;
  readonly cookie: string;
  readonly expiresAt: Date;
}

/**
 * Opens a session for a person on a device, and ends an older one of that device. `isNewDevice` says that the last sign-in there
 * was somebody else's, or that there was none.
 */
export const openSession = async (
  tx: Executor,
  keys: Keys,
  owner: SessionOwner,
  place: SessionPlace,
  now: number,
): Promise<FreshSession & { readonly isNewDevice: boolean }> => {
  const session = { ...owner, sessionId: randomText(16) };
  const { fresh, stored } = await newSecrets(keys, session, sessionExpiry(now, now), now);
  const { isNewDevice, ended } = await replaceSession(tx, session, place, stored, new Date(now));
  for (const { sessionId, uid } of ended) await writeEvent(tx, "session.ended", { sessionId, uid });
  return { ...fresh, isNewDevice };
};

/**
 * Replaces all secrets of a session. The old ones end with the commit, and with them the wallet tokens and WebSockets that were
 * opened with them. @throws ApiError `unauthorized` when the session's longest time is over
 */
export const renewSession = async (
  tx: Executor,
  keys: Keys,
  session: SessionOwner & { readonly sessionId: string },
  place: SessionPlace,
  now: number,
): Promise<FreshSession> => {
  const { sessionId, uid } = session;
  const createdAt = (await sessionCreatedAt(tx, sessionId))?.getTime();
  if (createdAt === undefined || !isRenewable(createdAt, now)) throw new ApiError("unauthorized");
  const { fresh, stored } = await newSecrets(keys, session, sessionExpiry(createdAt, now), now);
  await storeSecrets(tx, sessionId, stored, place);
  await writeEvent(tx, "session.rotated", { uid, sessionId });
  return fresh;
};

/** A session's new secrets: what its device gets, and what is stored. */
const newSecrets = async (
  keys: Keys,
  { sessionId, uid, deviceId }: SessionOwner & { readonly sessionId: string },
  expiresAt: Date,
  now: number,
): Promise<{ readonly fresh: FreshSession; readonly stored: NewSecrets }> => {
  const accessToken = randomText(32);
  const sessionSecret = randomText(32);
  const cookie = randomText(32);
  return {
    fresh: { answer: { sessionId, accessToken, sessionSecret, expiresAt: expiresAt.getTime() }, cookie, expiresAt },
    stored: {
      accessTokenHash: hashOf(accessToken),
      cookieHash: hashOf(cookie),
      secret: await keys.seal(
        "session-secret",
        sessionContext(sessionId, { uid, deviceId }),
        Buffer.from(sessionSecret, "base64url"),
      ),
      expiresAt,
      rotatedAt: new Date(now),
      usedAt: new Date(now),
    },
  };
};

/** Ends all sessions of a person, or the given ones; the events end what depends on them. @returns their browsers */
export const endSessions = async (
  tx: Executor,
  uid: Uid,
  which: SessionFilter = {},
): Promise<readonly { readonly deviceId: string }[]> => {
  const ended = await deleteSessions(tx, uid, which);
  for (const { sessionId } of ended) await writeEvent(tx, "session.ended", { uid, sessionId });
  return ended;
};

/**
 * Ends sessions from another browser, and removes the wallet from theirs. Who signs out in a browser keeps its share, which is
 * worthless without a session. @returns how many
 */
export const revokeSessions = async (
  { jobs }: Pick<AppContext, "jobs">,
  tx: Executor,
  uid: Uid,
  which: SessionFilter = {},
): Promise<number> => {
  const deviceIds = (await endSessions(tx, uid, which)).map(({ deviceId }) => deviceId);
  if (deviceIds.length > 0) await jobs.add(tx, "wallet.endDevices", { uid, deviceIds });
  return deviceIds.length;
};
