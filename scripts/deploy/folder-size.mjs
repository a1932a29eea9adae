import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * A file's or folder's size in MB (10^6 bytes), by the lengths of its files; links count nothing.
 * @param {string} path
 * @returns {number}
 */
export const sizeOf = (path) => {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.isFile() ? stats.size / 1e6 : 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
};
