import { rename } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { answerOf } from "./check-keys.ts";
import { KeyMissingError, keyFile, previousKeyFile, readKeyBytes } from "./key-file.ts";
import { keyChecks } from "./schema.ts";

/** Keys that can be replaced: the previous key opens what it sealed until that is sealed with the new one. */
export const replaceableKeys = ["session-secret", "server-share", "recovery-share", "oauth"] as const;
export type ReplaceableKey = (typeof replaceableKeys)[number];

/**
 * Replaces this key by a new one, and keeps it as `NAME.previous.key`. Running processes have only the previous key and can't
 * open what is sealed from now on: they must be restarted. An interrupted replacement is completed by running it again.
 * @returns `replaced`; or `notSealedAnew` when a previous key still exists, because it may be the only one that opens some
 * row
 * @throws KeyMissingError when this key does not exist
 */
export const replaceKey = async (
  db: Database,
  dataDir: string,
  name: ReplaceableKey,
): Promise<"replaced" | "notSealedAnew"> => {
  const folder = join(dataDir, "keys");
  const [file, previous, next] = [
    keyFile(folder, name),
    previousKeyFile(folder, name),
    `${keyFile(folder, name)}.next`,
  ];
  const readOrNull = (from: string) =>
    readKeyBytes(from, false).catch((error: unknown) => {
      if (error instanceof KeyMissingError) return null;
      throw error;
    });
  const before = await readOrNull(previous);
  const current = await readOrNull(file);
  const [known] = await db.select().from(keyChecks).where(eq(keyChecks.name, name));
  const isBroken = before !== null && (current === null || known?.answer === answerOf(name, before));
  if (before && !isBroken) return "notSealedAnew";
  if (!before) {
    if (!current) throw new KeyMissingError(`${file} is missing`);
    await readKeyBytes(next, true);
    await rename(file, previous);
  }
  if (!(await readOrNull(file))) await rename(next, file);
  const answer = answerOf(name, await readKeyBytes(file, false));
  await db.insert(keyChecks).values({ name, answer }).onConflictDoUpdate({ target: keyChecks.name, set: { answer } });
  return "replaced";
};
