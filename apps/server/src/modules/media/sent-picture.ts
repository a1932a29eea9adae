import { readFile } from "node:fs/promises";
import type { AppContext } from "../../context/context.ts";

/** A sent picture in its medium size. The caller has checked who may see it. */
export const readSentPicture = ({ files }: Pick<AppContext, "files">, id: string): Promise<Buffer> =>
  files.inWorkFolder(async (folder) => readFile(await files.localFile(`${id}/medium`, folder)));
