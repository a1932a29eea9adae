import { fileURLToPath } from "node:url";
import { BadFileError, ensureLight } from "tribe-localnet/source";

/** The folder that keeps Light Protocol's package for tests, fetched once; null where npm reaches no registry. */
export const lightFolder = async (): Promise<string | null> => {
  const folder = fileURLToPath(new URL("../../../../../../node_modules/.cache/tribe-light", import.meta.url));
  try {
    await ensureLight(folder);
    return folder;
  } catch (error) {
    if (error instanceof BadFileError) return null;
    throw error;
  }
};
