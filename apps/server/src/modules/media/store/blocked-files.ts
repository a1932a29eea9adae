import type { Mint } from "@tribe/contract";
import { and, eq, inArray } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { blockedFiles } from "../schema.ts";

/** The row's mint that stands for all Tribes. */
const everywhere = "";

/** Refuses the same bytes from now on, in one Tribe or everywhere. */
export const blockFiles = async (
  tx: Executor,
  hashes: readonly Buffer[],
  where: Mint | "everywhere",
  blockedAt: Date,
): Promise<void> => {
  if (hashes.length === 0) return;
  const mint = where === "everywhere" ? everywhere : where;
  await tx
    .insert(blockedFiles)
    .values(hashes.map((hash) => ({ hash, mint, blockedAt })))
    .onConflictDoNothing();
};

/** Whether the same bytes are refused in a Tribe. */
export const isBlockedFile = async (db: Reader, hash: Buffer, mint: Mint): Promise<boolean> => {
  const [blocked] = await db
    .select({ mint: blockedFiles.mint })
    .from(blockedFiles)
    .where(and(eq(blockedFiles.hash, hash), inArray(blockedFiles.mint, [mint, everywhere])));
  return blocked !== undefined;
};
