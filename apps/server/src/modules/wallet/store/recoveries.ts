import type { Uid } from "@tribe/contract";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { walletRecoveries } from "../schema.ts";

/** A request that a mailed link completes, as it is stored. Its MAC is the caller's to check. */
export type Recovery = typeof walletRecoveries.$inferSelect;

/** A request with the MAC of its link's token. */
type Link = { readonly id: string; readonly tokenMac: string };

const isIt = ({ id, tokenMac }: Link) => and(eq(walletRecoveries.id, id), eq(walletRecoveries.tokenMac, tokenMac));

/** Stores a request whose mail was not sent yet. */
export const insertRecovery = async (tx: Executor, row: Omit<Recovery, "tokenMac">): Promise<void> => {
  await tx.insert(walletRecoveries).values(row);
};

/** The request with this id. */
export const readRecovery = async (db: Reader, id: string): Promise<Recovery | null> => {
  const [row] = await db.select().from(walletRecoveries).where(eq(walletRecoveries.id, id));
  return row ?? null;
};

/** Stores the MAC of the token that is mailed: links that were mailed for the request before are void then. */
export const setLinkToken = async (db: Executor, id: string, tokenMac: string): Promise<void> => {
  await db.update(walletRecoveries).set({ tokenMac }).where(eq(walletRecoveries.id, id));
};

/** Deletes the request of a link that has not expired. @returns it; null for any other link */
export const consumeRecovery = async (tx: Executor, { now, ...link }: Link & { readonly now: number }) => {
  const isValid = gt(walletRecoveries.expiresAt, sql`to_timestamp(${now / 1_000}::double precision)`);
  const [row] = await tx
    .delete(walletRecoveries)
    .where(and(isIt(link), isValid))
    .returning();
  return row ?? null;
};

/** Deletes the request of a link. @returns whether there was one */
export const deleteRecovery = async (tx: Executor, link: Link): Promise<boolean> => {
  const deleted = await tx.delete(walletRecoveries).where(isIt(link)).returning({ id: walletRecoveries.id });
  return deleted.length > 0;
};

/** Deletes the requests of these browsers. */
export const deleteRecoveriesIn = async (tx: Executor, uid: Uid, deviceIds: readonly string[]): Promise<void> => {
  await tx
    .delete(walletRecoveries)
    .where(and(eq(walletRecoveries.uid, uid), inArray(walletRecoveries.deviceId, [...deviceIds])));
};
