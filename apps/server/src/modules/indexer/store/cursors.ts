import type { Address } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { indexerCursors } from "../schema.ts";

/** The newest signature up to which all events of a program are stored; null before the first. */
export const openCursor = async (db: Executor, program: Address): Promise<string | null> => {
  await db.insert(indexerCursors).values({ address: program, signature: "", slot: 0 }).onConflictDoNothing();
  const [cursor] = await db.select().from(indexerCursors).where(eq(indexerCursors.address, program));
  return cursor?.signature || null;
};

/** Only one intake at a time, for both programs: it locks the row of the curve's cursor. */
export const lockIntake = async (tx: Executor, curveProgram: Address): Promise<void> => {
  await tx.select().from(indexerCursors).where(eq(indexerCursors.address, curveProgram)).for("update");
};

/** Moves a program's cursor to a transaction. Another node may be ahead: the cursor never moves back. */
export const advanceCursor = async (
  tx: Executor,
  program: Address,
  { signature, slot }: { readonly signature: string; readonly slot: number },
): Promise<void> => {
  const [cursor] = await tx.select().from(indexerCursors).where(eq(indexerCursors.address, program));
  if (cursor && cursor.slot <= slot)
    await tx.update(indexerCursors).set({ signature, slot }).where(eq(indexerCursors.address, program));
};
