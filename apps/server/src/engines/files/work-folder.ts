import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Files } from "./port.ts";

/** Gives each piece of work a folder of its own below `works`, and removes it however the work ends. */
export const workFolders =
  (works: string): Files["inWorkFolder"] =>
  async (work) => {
    const folder = await mkdtemp(join(works, "job-"));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
