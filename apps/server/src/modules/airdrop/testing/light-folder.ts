import { fileURLToPath } from "node:url";
import { BadFileError } from "../../../../../../packages/localnet/src/account-file.ts";
import { readLight } from "../../../../../../packages/localnet/src/light/light.ts";

/** The folder that keeps Light Protocol's package for tests; null where npm reaches no registry. */
export const lightFolder = async (): Promise<string | null> => {
  const folder = fileURLToPath(new URL("../../../../../../node_modules/.cache/tribe-light", import.meta.url));
  try {
    readLight(folder);
    return folder;
  } catch (error) {
    if (error instanceof BadFileError && error.message.includes("can't be fetched")) return null;
    throw error;
  }
};
