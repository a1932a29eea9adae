import type { Callers, RealtimeCaller, RealtimeTokens } from "../../context/ports.ts";
import { hashOf, isSame, randomText } from "../../crypto/secrets.ts";
import type { Database } from "../../db/client.ts";
import { readTogether } from "../../db/read-together.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { consumeTokens, type NewToken, storeTokens } from "./store/realtime-tokens.ts";

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

/** Stores tokens, each if its call's nonce was unused. @returns for each whether it was stored */
const storeEach = async (db: Database, callers: TokenCallers, requested: readonly NewToken[]): Promise<boolean[]> => {
  const fresh = firstUses(requested);
  const stored = await storeTokens(db, callers, [...fresh], new Date(Date.now() + lifetimeMs));
  return requested.map((token) => fresh.has(token) && stored.has(token.tokenHash.toString("hex")));
};

/** The second of two concurrent calls with the same nonce is a replay. */
const firstUses = (requested: readonly NewToken[]): ReadonlySet<NewToken> => {
  const nonces = new Set<string>();
  return new Set(
    requested.filter(({ nonce }) => {
      if (nonce === null) return true;
      const key = `${nonce.owner} ${nonce.value}`;
      if (nonces.has(key)) return false;
      nonces.add(key);
      return true;
    }),
  );
};

/** Tokens for the WebSocket. Deleting the row is what makes one single-use, on whichever node. */
export const createRealtimeTokens = (db: Database, keys: Keys, callers: TokenCallers): RealtimeTokens => {
  const store = readTogether((requested: readonly NewToken[]) => storeEach(db, callers, requested));
  const consumeCaller = readTogether<Buffer, RealtimeCaller | null>(async (hashes) => {
    const rows = await consumeTokens(db, hashes);
    const consumed = new Map(
      rows.map(({ tokenHash, deviceId, sessionId, uid }) => [keyOf(tokenHash), { deviceId, sessionId, uid }]),
    );
    // If two connections bring the same token at the same moment, the second gets none.
    return hashes.map((hash) => {
      const caller = consumed.get(keyOf(hash)) ?? null;
      consumed.delete(keyOf(hash));
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
      const caller = await consumeCaller(hashOf(secret));
      if (!caller) return null;
      const session = caller.sessionId === null ? null : await callers.session(caller.sessionId);
      // The session has ended meanwhile: the connection learns of it, and gets nothing else.
      if (caller.sessionId !== null && !session) return caller;
      return isSame(Buffer.from(mac), Buffer.from(macOf(keys, secret, caller, session?.generation))) ? caller : null;
    },
  };
};

const keyOf = (hash: Uint8Array): string => Buffer.from(hash).toString("base64");
