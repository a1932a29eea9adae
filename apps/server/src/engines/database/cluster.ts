import { spawnSync } from "node:child_process";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "./binaries.ts";
import { DatabaseStartError } from "./port.ts";
import type { SystemUser } from "./system-user.ts";

const major = "18";

/** Options for creating a cluster. */
export interface ClusterOptions {
  readonly native: string;
  readonly home: string;
  readonly user: SystemUser | null;
  readonly password: string;
}

/** How a program is run as the database's user: by number, in a folder that the user can enter. */
export const runAs = (user: SystemUser | null, cwd: string) => ({
  cwd,
  ...(user ? { uid: user.uid, gid: user.gid } : {}),
  // Only what PostgreSQL needs: no PG* variable of the caller may affect it, and no secret of ours is in its environment.
  env: { PATH: process.env.PATH ?? "", LC_ALL: "C", LANG: "C", TZ: "UTC" },
});

/**
 * The cluster's folder, created at the first start. It is created under another name and renamed, so that a crash leaves
 * nothing incomplete. @throws DatabaseStartError when `initdb` fails or the folder belongs to another version.
 */
export const ensureCluster = async ({ native, home, user, password }: ClusterOptions): Promise<string> => {
  const cluster = join(home, `cluster-${major}`);
  if (await exists(join(cluster, "PG_VERSION"))) {
    const version = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
    if (version !== major) throw new DatabaseStartError(`${cluster} was made by PostgreSQL ${version}, not ${major}.`);
    return cluster;
  }
  const partial = `${cluster}.new`;
  const passwordFile = join(home, "initial-password");
  await rm(partial, { recursive: true, force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  try {
    const { status, stderr, error } = spawnSync(
      join(native, "bin", "initdb"),
      [
        `--pgdata=${partial}`,
        "--username=tribe",
        "--auth=scram-sha-256",
        `--pwfile=${passwordFile}`,
        "--encoding=UTF8",
        "--locale=C",
      ],
      { ...runAs(user, home), encoding: "utf8" },
    );
    if (status !== 0)
      throw new DatabaseStartError(`PostgreSQL's data folder could not be made: ${(stderr || String(error)).trim()}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(partial, cluster);
  return cluster;
};
