import { and, eq, gt } from "drizzle-orm";
import type { Database, Executor } from "../../db/client.ts";
import type { Session } from "../../http/implement.ts";
import type { WalletTokens } from "../../ports.ts";
import { hashOf, randomText } from "../../secrets.ts";
import { walletTokens } from "./schema.ts";

const lifetimeMs = 300_000;

/** Gives the app a token for the signer's frame, valid for 5 minutes. */
export const issueWalletToken = async (
  tx: Executor,
  session: Session,
): Promise<{ walletToken: string; expiresAt: number }> => {
  const walletToken = randomText(32);
  const expiresAt = new Date(Date.now() + lifetimeMs);
  const { uid, sessionId, deviceId } = session;
  await tx.insert(walletTokens).values({ tokenHash: hashOf(walletToken), uid, sessionId, deviceId, expiresAt });
  return { walletToken, expiresAt: expiresAt.getTime() };
};

/** Finds whose token it is. */
export const createWalletTokens = (db: Database): WalletTokens => ({
  find: async (token) => {
    const [owner] = await db
      .select({ sessionId: walletTokens.sessionId, uid: walletTokens.uid, deviceId: walletTokens.deviceId })
      .from(walletTokens)
      .where(and(eq(walletTokens.tokenHash, hashOf(token)), gt(walletTokens.expiresAt, new Date())));
    return owner ?? null;
  },
});
