import { eq } from "drizzle-orm";
import type { Executor, Reader } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { systemState } from "./schema.ts";

/** The key of the table's only row. */
const only = 1;

/** Whether an operator has paused this installation, whatever the factory on chain says. */
export const readServerPause = async (db: Reader): Promise<boolean> => {
  const [row] = await db.select({ isPaused: systemState.isPaused }).from(systemState).where(eq(systemState.id, only));
  return row?.isPaused ?? false;
};

/**
 * Pauses or unpauses the installation, and publishes it to every open page. The row is locked, so that two operators' commands
 * come one after the other.
 * @param isFactoryPaused the state on chain now: pages show both together
 * @returns false when it was so already; then nothing is published
 */
export const setServerPause = async (tx: Executor, isPaused: boolean, isFactoryPaused: boolean): Promise<boolean> => {
  await tx.insert(systemState).values({ id: only, isPaused: false }).onConflictDoNothing();
  const [before] = await tx.select().from(systemState).where(eq(systemState.id, only)).for("update");
  if (before?.isPaused === isPaused) return false;
  await tx.update(systemState).set({ isPaused, changedAt: new Date() }).where(eq(systemState.id, only));
  await writeEvent(tx, "system.changed", { isSystemPaused: isPaused || isFactoryPaused, isServerPaused: isPaused });
  return true;
};
