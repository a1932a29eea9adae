import { createHmac } from "node:crypto";
import type { Executor } from "../../db/client.ts";
import type { KeyName, Keys } from "./port.ts";
import { keyChecks } from "./schema.ts";

/**
 * Compares the open keys with those that this database was first used with, and remembers those that it has not seen.
 * @returns the names of those that are others: what was sealed under the right ones would not open.
 */
export const findMismatchedKeys = async (db: Executor, keys: Pick<Keys, "answers">): Promise<readonly string[]> => {
  const answers = [...keys.answers()].map(([name, answer]) => ({ name, answer }));
  if (answers.length === 0) return [];
  await db.insert(keyChecks).values(answers).onConflictDoNothing();
  const known = new Map((await db.select().from(keyChecks)).map(({ name, answer }) => [name, answer]));
  return answers.filter(({ name, answer }) => known.get(name) !== answer).map(({ name }) => name);
};

/** What a key answers to a fixed question, hexadecimal: the same key the same answer, which tells nothing of the key. */
export const answerOf = (name: KeyName, key: Uint8Array): string =>
  createHmac("sha256", key).update(`tribe: which key is this?\0${name}`).digest("hex");
