import { readdir, readFile, readlink } from "node:fs/promises";

/** TCP ports that a process listens on; null where the system does not report them. */
export const portsOf = async (pid: number): Promise<readonly number[] | null> => {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => null);
  if (!names) return null;
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => "")));
  const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/${pid}/net/${name}`, "utf8").catch(() => "")),
  );
  const listens = "0A";
  return tables.flatMap((table) =>
    table.split("\n").flatMap((line) => {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      return state === listens && own.has(inode) ? [Number.parseInt(local.split(":")[1] ?? "", 16)] : [];
    }),
  );
};
