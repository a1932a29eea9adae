import { eq } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { systemState } from "../schema.ts";

/** The key of the table's only row. */
const only = 1;

/** Whether an operator has paused this installation, whatever the factory on chain says. */
export const readServerPause = async (db: Reader): Promise<boolean> => {
  const [row] = await db.select({ isPaused: systemState.isPaused }).from(systemState).where(eq(systemState.id, only));
  return row?.isPaused ?? false;
};

/** {@link readServerPause}, which nobody else can change until the commit. */
export const lockServerPause = async (tx: Executor): Promise<boolean> => {
  await tx.insert(systemState).values({ id: only, isPaused: false }).onConflictDoNothing();
  const [row] = await tx.select().from(systemState).where(eq(systemState.id, only)).for("update");
  return row?.isPaused ?? false;
};

/** Stores whether the installation is paused. The caller has locked it. */
export const storeServerPause = async (tx: Executor, isPaused: boolean): Promise<void> => {
  await tx.update(systemState).set({ isPaused, changedAt: new Date() }).where(eq(systemState.id, only));
};
