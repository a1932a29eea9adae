import type { Keys } from "../../engines/keys/port.ts";
import type { Session } from "../../http/implement.ts";
import type { Callers, KnownSession, WalletTokens } from "../../ports.ts";
import { isSame } from "../../secrets.ts";

const lifetimeMs = 300_000;
const form = /^([A-Za-z0-9_-]{8,64})\.([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;

/**
 * The proof inside a token: only who has the key can name another session, person, device or end. Nothing of it is
 * stored, so that there is no row to rewrite. It ends with the secrets that asked for it, when the session gets new ones.
 */
const macOf = (keys: Keys, { sessionId, uid, deviceId, generation }: Session, expiresAt: number): string =>
  keys.mac("token", `wallet:${sessionId}:${uid}:${deviceId}:${generation}:${expiresAt}`);

/** Gives the app a token for the signer's frame, valid for 5 minutes and no longer than its session. */
export const issueWalletToken = (
  keys: Keys,
  session: Session,
  now: number,
): { walletToken: string; expiresAt: number } => {
  const expiresAt = now + lifetimeMs;
  return { walletToken: `${session.sessionId}.${expiresAt}.${macOf(keys, session, expiresAt)}`, expiresAt };
};

/** Finds whose token it is. Person and device are those of the session, which is sealed to them. */
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
