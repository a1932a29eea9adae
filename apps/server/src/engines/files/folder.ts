import { copyFile, link, mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileStore } from "@tus/file-store";
import { requireFileId } from "./file-id.ts";
import type { Files } from "./port.ts";
import { workFolders } from "./work-folder.ts";

/** A work folder of this age was left behind by a killed process. */
const abandonedAfterMs = 86_400_000;

/** Stores files in a folder of this machine that only our own user can read. */
export const openFolder = async (root: string): Promise<Files> => {
  const uploads = join(root, "uploads");
  const works = join(root, "work");
  const media = join(root, "media");
  for (const folder of [uploads, works, media]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(works);
  const store = new FileStore({ directory: uploads });
  return {
    uploads: store,
    inWorkFolder: workFolders(works),
    localUpload: async (id) => join(uploads, id),
    removeUpload: async (id) => {
      requireFileId(id);
      for (const name of [id, `${id}.json`]) await rm(join(uploads, name), { force: true });
    },
    store: async (key, path) => {
      const target = join(media, key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      // A crash never leaves a partial file under its key.
      const part = `${target}.part`;
      await rm(part, { force: true });
      await link(path, part).catch(() => copyFile(path, part));
      await rename(part, target);
    },
    remove: async (id) => {
      await rm(join(media, requireFileId(id)), { recursive: true, force: true });
    },
    deliver: async (key) => ({ kind: "file", root: media, path: key }),
    localFile: async (key) => join(media, key),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    close: () => undefined,
  };
};

const removeAbandoned = async (works: string): Promise<void> => {
  for (const name of await readdir(works)) {
    const folder = join(works, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true });
  }
};
