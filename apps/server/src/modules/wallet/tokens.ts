import type { Callers, KnownSession, WalletTokens } from "../../context/ports.ts";
import { isSame } from "../../crypto/secrets.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { Session } from "../../http/implement.ts";

const lifetimeMs = 300_000;
const form = /^([A-Za-z0-9_-]{8,64})\.([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;

/**
 * The MAC inside a token: without the key nobody can name another session, person, device or expiry. Nothing is stored, so there
 * is no row to change. A token ends when its session gets new secrets (`generation`).
 */
const macOf = (keys: Keys, { sessionId, uid, deviceId, generation }: Session, expiresAt: number): string =>
  keys.mac("token", `wallet:${sessionId}:${uid}:${deviceId}:${generation}:${expiresAt}`);

/** Issues a token for the signer's frame, valid for 5 minutes and no longer than its session. */
export const issueWalletToken = (
  keys: Keys,
  session: Session,
  now: number,
): { walletToken: string; expiresAt: number } => {
  const expiresAt = now + lifetimeMs;
  return { walletToken: `${session.sessionId}.${expiresAt}.${macOf(keys, session, expiresAt)}`, expiresAt };
};

/** Finds the session of a token; person and device are the session's own. */
export const createWalletTokens = (keys: Keys, callers: Pick<Callers, "session">, now: () => number): WalletTokens => ({
  find: async (token) => {
    const [, sessionId, end, mac] = form.exec(token) ?? [];
    if (!sessionId || !end || !mac || Number(end) <= now()) return null;
    const session: KnownSession | null = await callers.session(sessionId);
    if (!session || !isSame(Buffer.from(mac), Buffer.from(macOf(keys, session, Number(end))))) return null;
    const { uid, deviceId, generation } = session;
    return { sessionId, uid, deviceId, generation };
  },
});
