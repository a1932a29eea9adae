import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { farcasterConnections } from "../schema.ts";

/** A stored connection. */
export type FarcasterConnection = typeof farcasterConnections.$inferSelect;

/** Names a connection of a session. */
export type ConnectionName = Pick<FarcasterConnection, "idHash" | "uid" | "sessionId">;

const isNamed = ({ idHash, uid, sessionId }: ConnectionName) =>
  and(
    eq(farcasterConnections.idHash, idHash),
    eq(farcasterConnections.uid, uid),
    eq(farcasterConnections.sessionId, sessionId),
  );

/** Stores a connection. */
export const insertConnection = async (
  tx: Executor,
  connection: Omit<FarcasterConnection, "connectedAt">,
): Promise<void> => {
  await tx.insert(farcasterConnections).values(connection);
};

/** A session's connection; null when there is none, or it has expired. */
export const findConnection = async (
  db: Reader,
  name: ConnectionName,
): Promise<Pick<FarcasterConnection, "channel" | "connectedAt"> | null> => {
  const [found] = await db
    .select({ channel: farcasterConnections.channel, connectedAt: farcasterConnections.connectedAt })
    .from(farcasterConnections)
    .where(and(isNamed(name), gt(farcasterConnections.expiresAt, sql`now()`)));
  return found ?? null;
};

/** Stores that an account was connected by it. @returns false when one was before */
export const markConnected = async (tx: Executor, name: ConnectionName): Promise<boolean> => {
  const marked = await tx
    .update(farcasterConnections)
    .set({ connectedAt: sql`now()` })
    .where(and(isNamed(name), isNull(farcasterConnections.connectedAt)))
    .returning({ uid: farcasterConnections.uid });
  return marked.length > 0;
};

/** Deletes a session's connection. */
export const deleteConnection = async (tx: Executor, name: ConnectionName): Promise<void> => {
  await tx.delete(farcasterConnections).where(isNamed(name));
};
