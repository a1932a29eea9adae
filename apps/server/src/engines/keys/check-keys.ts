import { createHmac } from "node:crypto";
import type { Executor } from "../../db/client.ts";
import type { KeyName, Keys } from "./port.ts";
import { keyChecks } from "./schema.ts";

/**
 * Compares the open keys with those that this database was first used with, and stores those that are new.
 * @returns the names of the keys that differ: data sealed under the right ones could not be opened.
 */
export const findMismatchedKeys = async (db: Executor, keys: Pick<Keys, "answers">): Promise<readonly string[]> => {
  const answers = [...keys.answers()].map(([name, answer]) => ({ name, answer }));
  if (answers.length === 0) return [];
  await db.insert(keyChecks).values(answers).onConflictDoNothing();
  const known = new Map((await db.select().from(keyChecks)).map(({ name, answer }) => [name, answer]));
  return answers.filter(({ name, answer }) => known.get(name) !== answer).map(({ name }) => name);
};

/** A key's answer to a fixed question, hexadecimal: the same for the same key, and it reveals nothing about the key. */
export const answerOf = (name: KeyName, key: Uint8Array): string =>
  createHmac("sha256", key).update(`tribe: which key is this?\0${name}`).digest("hex");
