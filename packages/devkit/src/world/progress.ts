import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "../files.ts";

/** The world's progress. */
export interface Progress {
  /** Random once per data folder: all keys of the world are derived from it, so that a repeated action is the same action. */
  readonly seed: string;
  /** Completed steps. */
  readonly steps: number;
  /** Milliseconds since 1970 of the first start. */
  readonly startedAt: number;
  readonly isDone: boolean;
}

const fileOf = (folder: string) => join(folder, "progress.json");

/** Reads the progress, or starts a new one. */
export const readProgress = async (folder: string): Promise<Progress> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = await readFile(fileOf(folder), "utf8").catch(() => null);
  if (text !== null) return JSON.parse(text) as Progress; // only writeProgress writes there
  const fresh = { seed: randomBytes(16).toString("hex"), steps: 0, startedAt: Date.now(), isDone: false };
  await writeProgress(folder, fresh);
  return fresh;
};

export const writeProgress = (folder: string, progress: Progress): Promise<void> =>
  writeFileAtomically(fileOf(folder), JSON.stringify(progress));

/** A UUID (version 8, our own scheme) derived from the world's seed and a name. */
export const uuidFor = (seed: string, name: string): string => {
  const hex = createHash("sha256").update(`${seed}\n${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
