import { join } from "node:path";
import type { Config } from "../../settings/config.ts";
import { openFolder } from "./folder.ts";
import type { Files } from "./port.ts";

/** The configured file storage: a bucket, or a folder in the data folder. */
export const openFiles = async ({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Promise<Files> => {
  if (s3 === null) return openFolder(join(dataDir, "files"));
  // Amazon's client is 15 MB of code that a folder does not need.
  const { openS3 } = await import("./s3.ts");
  return openS3(s3);
};
