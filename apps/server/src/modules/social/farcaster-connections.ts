import type { Uid } from "@tribe/contract";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { hashOf } from "../../crypto/secrets.ts";
import type { Executor, Reader } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { farcasterConnections } from "./schema.ts";

const channelSchema = z.object({ channelToken: z.string(), nonce: z.string() });
type KeptChannel = z.output<typeof channelSchema>;

/** A connection's session and the id by which the page asks for it. */
interface Owner {
  readonly connectionId: string;
  readonly uid: Uid;
  readonly sessionId: string;
}

/** The encryption context of a connection's secrets: if somebody writes another person into the row, they can't be decrypted. */
const contextOf = ({ connectionId, uid, sessionId }: Owner): string => `farcaster:${connectionId}:${uid}:${sessionId}`;

const own = ({ connectionId, uid, sessionId }: Owner) =>
  and(
    eq(farcasterConnections.idHash, hashOf(connectionId)),
    eq(farcasterConnections.uid, uid),
    eq(farcasterConnections.sessionId, sessionId),
  );

/** Stores a channel for the session that opened it. */
export const keepConnection = async (
  tx: Executor,
  keys: Keys,
  owner: Owner,
  channel: KeptChannel,
  expiresAt: Date,
): Promise<void> => {
  const { connectionId, uid, sessionId } = owner;
  const plain = Buffer.from(JSON.stringify(channel));
  await tx.insert(farcasterConnections).values({
    idHash: hashOf(connectionId),
    uid,
    sessionId,
    channel: await keys.seal("oauth", contextOf(owner), plain),
    expiresAt,
  });
};

/**
 * The channel of a connection, and whether an account was connected by it; null when it is unknown, another session's, refused or
 * expired.
 */
export const readConnection = async (
  db: Reader,
  keys: Keys,
  owner: Owner,
): Promise<(KeptChannel & { readonly isConnected: boolean }) | null> => {
  const { channel, connectedAt } = farcasterConnections;
  const [found] = await db
    .select({ channel, connectedAt })
    .from(farcasterConnections)
    .where(and(own(owner), gt(farcasterConnections.expiresAt, sql`now()`)));
  if (!found) return null;
  const plain = await keys.open("oauth", contextOf(owner), found.channel).catch(() => null);
  return plain && { ...channelSchema.parse(JSON.parse(plain.toString())), isConnected: found.connectedAt !== null };
};

/** Uses a connection up for an account; false when somebody else was first. */
export const takeConnectionOnce = async (tx: Executor, owner: Owner): Promise<boolean> => {
  const taken = await tx
    .update(farcasterConnections)
    .set({ connectedAt: sql`now()` })
    .where(and(own(owner), isNull(farcasterConnections.connectedAt)))
    .returning({ uid: farcasterConnections.uid });
  return taken.length > 0;
};

/** Deletes a connection that was refused. */
export const dropConnection = async (tx: Executor, owner: Owner): Promise<void> => {
  await tx.delete(farcasterConnections).where(own(owner));
};
