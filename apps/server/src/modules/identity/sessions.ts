import type { AnswerOf, routes, Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { hashOf, randomText } from "../../secrets.ts";
import { sessions } from "./schema.ts";

const lifetimeMs = 30 * 24 * 3_600_000;

/** A session as its device gets it, once, and the cookie that goes to its browser. */
export interface FreshSession {
  readonly answer: AnswerOf<typeof routes.identity.verifyEmail>;
  readonly cookie: string;
  readonly expiresAt: Date;
}

/** Whose a session is, and where. */
interface Owner {
  readonly uid: Uid;
  readonly deviceId: string;
}

/**
 * What a session's secret is sealed to. A row in which somebody wrote another person or device does not open, so that
 * whoever writes to the database is nobody else by it.
 */
const contextOf = (sessionId: string, { uid, deviceId }: Owner): string => `session:${sessionId}:${uid}:${deviceId}`;

/** The secret of a stored session, base64url. @throws Error when its row is not as we wrote it. */
export const openSessionSecret = async (
  keys: Keys,
  row: Owner & { readonly id: string; readonly secret: Uint8Array },
): Promise<string> => (await keys.open("session-secret", contextOf(row.id, row), row.secret)).toString("base64url");

const freshSecrets = async (keys: Keys, sessionId: string, owner: Owner, now: number) => {
  const accessToken = randomText(32);
  const sessionSecret = randomText(32);
  const cookie = randomText(32);
  const expiresAt = new Date(now + lifetimeMs);
  return {
    fresh: {
      answer: { sessionId, accessToken, sessionSecret, expiresAt: expiresAt.getTime() },
      cookie,
      expiresAt,
    } satisfies FreshSession,
    row: {
      accessTokenHash: hashOf(accessToken),
      cookieHash: hashOf(cookie),
      secret: await keys.seal("session-secret", contextOf(sessionId, owner), Buffer.from(sessionSecret, "base64url")),
      expiresAt,
      rotatedAt: new Date(now),
    },
  };
};

/** Opens a session of a person on a device; an older one of that device ends. */
export const openSession = async (tx: Executor, keys: Keys, owner: Owner, now: number): Promise<FreshSession> => {
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.deviceId, owner.deviceId))
    .returning({ sessionId: sessions.id, uid: sessions.uid });
  for (const session of ended) await writeEvent(tx, "session.ended", session);
  const sessionId = randomText(16);
  const { fresh, row } = await freshSecrets(keys, sessionId, owner, now);
  await tx.insert(sessions).values({ id: sessionId, ...owner, ...row });
  return fresh;
};

/** Replaces all secrets of a session; the old ones end with the commit. */
export const renewSession = async (
  tx: Executor,
  keys: Keys,
  session: Owner & { readonly sessionId: string },
  now: number,
): Promise<FreshSession> => {
  const { sessionId } = session;
  const { fresh, row } = await freshSecrets(keys, sessionId, session, now);
  await tx.update(sessions).set(row).where(eq(sessions.id, sessionId));
  return fresh;
};

/** Ends a session; what hangs on it ends with the event. */
export const endSession = async (tx: Executor, session: { sessionId: string; uid: Uid }): Promise<void> => {
  await tx.delete(sessions).where(eq(sessions.id, session.sessionId));
  await writeEvent(tx, "session.ended", { uid: session.uid, sessionId: session.sessionId });
};
