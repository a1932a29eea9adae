import { rename } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { answerOf } from "./check-keys.ts";
import { KeyMissingError, keyFile, previousKeyFile, readKeyBytes } from "./key-file.ts";
import { keyChecks } from "./schema.ts";

/** Keys that another one can take the place of: what they sealed is opened by the one of before until it is sealed anew. */
export const replaceableKeys = ["session-secret", "server-share", "recovery-share", "oauth"] as const;
export type ReplaceableKey = (typeof replaceableKeys)[number];

/**
 * Puts a new key into the place of this one, which is kept beside it as `NAME.previous.key`. Processes that
 * run know the one of before alone, and can't open what is sealed from now on: they are started anew. Broken off anywhere, it is
 * finished by being run again.
 * @returns `replaced`; or `notSealedAnew` where there is one of before still, which may be the only one that opens some row
 * @throws KeyMissingError where there is no such key here
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
