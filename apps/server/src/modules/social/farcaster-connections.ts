import type { Uid } from "@tribe/contract";
import * as z from "zod/mini";
import { hashOf } from "../../crypto/secrets.ts";
import type { Executor, Reader } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import {
  type ConnectionName,
  deleteConnection,
  findConnection,
  insertConnection,
  markConnected,
} from "./store/farcaster-connections.ts";

const channelSchema = z.object({ channelToken: z.string(), nonce: z.string() });
type Channel = z.output<typeof channelSchema>;

/** A connection's session and the id by which the page asks for it. */
interface Owner {
  readonly connectionId: string;
  readonly uid: Uid;
  readonly sessionId: string;
}

const nameOf = ({ connectionId, uid, sessionId }: Owner): ConnectionName => ({
  idHash: hashOf(connectionId),
  uid,
  sessionId,
});

/** The encryption context of a connection's secrets: if somebody writes another person into the row, they can't be decrypted. */
const contextOf = ({ connectionId, uid, sessionId }: Owner): string => `farcaster:${connectionId}:${uid}:${sessionId}`;

/** Stores a channel for the session that opened it. */
export const storeConnection = async (
  tx: Executor,
  keys: Keys,
  owner: Owner,
  channel: Channel,
  expiresAt: Date,
): Promise<void> => {
  const sealed = await keys.seal("oauth", contextOf(owner), Buffer.from(JSON.stringify(channel)));
  await insertConnection(tx, { ...nameOf(owner), channel: sealed, expiresAt });
};

/**
 * The channel of a connection, and whether an account was connected by it; null when it is unknown, another session's, refused or
 * expired.
 */
export const readConnection = async (
  db: Reader,
  keys: Keys,
  owner: Owner,
): Promise<(Channel & { readonly isConnected: boolean }) | null> => {
  const found = await findConnection(db, nameOf(owner));
  if (!found) return null;
  const plain = await keys.open("oauth", contextOf(owner), found.channel).catch(() => null);
  return plain && { ...channelSchema.parse(JSON.parse(plain.toString())), isConnected: found.connectedAt !== null };
};

/** Consumes a connection for an account; false when somebody else was first. */
export const consumeConnection = (tx: Executor, owner: Owner): Promise<boolean> => markConnected(tx, nameOf(owner));

/** Deletes a connection that was refused. */
export const dropConnection = (tx: Executor, owner: Owner): Promise<void> => deleteConnection(tx, nameOf(owner));
