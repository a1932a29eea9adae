import type { Logger } from "pino";
import { migrateJobs } from "../engines/jobs/graphile.ts";
import { applyMigrations, type MigrateOptions } from "./migrate.ts";

/** Applies the missing migrations of our tables and of the job queue's. @returns the names of ours that were applied */
export const migrateDatabase = async (
  url: string,
  log: Logger,
  options: MigrateOptions = {},
): Promise<readonly string[]> => {
  const applied = await applyMigrations(url, options);
  await migrateJobs(url, log);
  return applied;
};
