import type { Uid } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { walletPasskeys } from "../schema.ts";

/** A passkey's sharing as it is stored. */
export type PasskeyRow = typeof walletPasskeys.$inferSelect;

type PasskeyId = Pick<PasskeyRow, "uid" | "id">;

const isIt = ({ uid, id }: PasskeyId) => and(eq(walletPasskeys.uid, uid), eq(walletPasskeys.id, id));

/** The row of a passkey, whose MAC is the caller's to check. */
export const readPasskey = async (db: Reader, passkey: PasskeyId): Promise<PasskeyRow | null> => {
  const [row] = await db.select().from(walletPasskeys).where(isIt(passkey));
  return row ?? null;
};

/** Stores a passkey in the place of an earlier row of it. */
export const replacePasskey = async (tx: Executor, row: typeof walletPasskeys.$inferInsert): Promise<void> => {
  await deletePasskey(tx, row);
  await tx.insert(walletPasskeys).values(row);
};

/** Deletes a passkey's sharing. */
export const deletePasskey = async (tx: Executor, passkey: PasskeyId): Promise<void> => {
  await tx.delete(walletPasskeys).where(isIt(passkey));
};

/** Deletes all passkeys of an account. */
export const deletePasskeys = async (tx: Executor, uid: Uid): Promise<void> => {
  await tx.delete(walletPasskeys).where(eq(walletPasskeys.uid, uid));
};
