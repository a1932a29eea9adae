import type { Uid } from "@tribe/contract";
import { and, eq, gt } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { liveTokens } from "../schema.ts";

/** Whom a token admits, and where. */
export interface Admission {
  readonly liveId: string;
  readonly uid: Uid;
  readonly sessionId: string;
}

/** Stores a token by its hash. */
export const storeToken = async (
  tx: Executor,
  token: Admission & { readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<void> => {
  await tx.insert(liveTokens).values(token);
};

/** Deletes a token that has not expired, which makes it single-use; null when there is none. */
export const removeToken = async (db: Executor, tokenHash: Buffer, now: Date): Promise<Admission | null> => {
  const [admission] = await db
    .delete(liveTokens)
    .where(and(eq(liveTokens.tokenHash, tokenHash), gt(liveTokens.expiresAt, now)))
    .returning({ liveId: liveTokens.liveId, uid: liveTokens.uid, sessionId: liveTokens.sessionId });
  return admission ?? null;
};
