import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { copyBinaries, exists, findBinaries, hasErrorCode, linkLibraries } from "./binaries.ts";
import { ensureCluster } from "./cluster.ts";
import { adoptOrStopPostmaster, ensureDatabase, startPostmaster } from "./launch.ts";
import { type DatabaseServer, DatabaseStartError } from "./port.ts";
import { endPostmaster, isAlive, isPostgres, readPostmasterFile } from "./postmaster.ts";
import { canEnter, databaseSystemUser, type SystemUser } from "./system-user.ts";

/** Folders of the embedded PostgreSQL. */
export interface EmbeddedDatabaseOptions {
  /** The installation's data folder; the cluster is below it unless the database's user cannot enter it. */
  readonly dataDir: string;
  /** Folder with `bin`, `lib` and `share`; by default npm's package for this system. */
  readonly native?: string;
  /** Whether a crash of the machine may destroy all data, as in tests: then no commit waits for the disk. */
  readonly isDisposable?: boolean;
}

/** The embedded server, and whether it was already running (its last owner was killed). */
export interface EmbeddedDatabase extends DatabaseServer {
  readonly pid: number;
  readonly isAdopted: boolean;
}

/**
 * Starts npm's PostgreSQL on a free loopback port, or adopts the one that a killed process left running. It fsyncs every
 * commit unless its data are disposable. @throws DatabaseStartError that says what to do.
 */
export const startEmbeddedDatabase = async (options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> => {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const user = databaseSystemUser();
  const home = await chooseHome(dataDir, user);
  const native = await reachableBinaries(options.native ?? findBinaries(), home, user);
  const password = await readPassword(dataDir);
  const logFile = join(dataDir, "postgres.log");
  const cluster = await ensureCluster({ native, home, user, password });

  const running = await adoptOrStopPostmaster(cluster, password);
  const { pid, port } =
    running ??
    (await startPostmaster({
      ...{ native, cluster, user, password, logFile, isDisposable: options.isDisposable === true },
    }));
  await ensureDatabase(port, password);
  return {
    url: urlOf(port, password),
    pid,
    isAdopted: running !== null,
    stop: () => endPostmaster(pid),
  };
};

/** The URL of a running installation's embedded PostgreSQL; null when none runs on this data folder. */
export const findEmbeddedDatabase = async (folder: string): Promise<string | null> => {
  const dataDir = resolve(folder);
  for (const home of homesOf(dataDir)) {
    const running = await readPostmasterFile(join(home, clusterFolder));
    if (running && isAlive(running.pid)) return urlOf(running.port, await readPassword(dataDir));
  }
  return null;
};

/** Stops a server that a killed process left running on this data folder, and deletes the database wherever it is. */
export const removeEmbeddedDatabase = async (folder: string): Promise<void> => {
  for (const home of homesOf(resolve(folder))) {
    const left = await readPostmasterFile(join(home, clusterFolder));
    if (left && isAlive(left.pid) && (await isPostgres(left.pid))) await endPostmaster(left.pid);
    await rm(home, { recursive: true, force: true });
  }
};

const clusterFolder = "cluster-18";
const urlOf = (port: number, password: string): string => `postgres://tribe:${password}@127.0.0.1:${port}/tribe`;
const homesOf = (dataDir: string): readonly [inside: string, outside: string] => [
  join(dataDir, "postgres"),
  join("/var/lib/tribe", createHash("sha256").update(dataDir).digest("hex").slice(0, 16)),
];

/** Below the data folder, or, when the database's user cannot enter it (root's 0700 home), in a place where it can. */
const chooseHome = async (dataDir: string, user: SystemUser | null): Promise<string> => {
  const [inside, outside] = homesOf(dataDir);
  for (const folder of user ? [inside, outside] : [inside]) {
    await mkdir(folder, { recursive: true });
    if (user) await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o700);
    if (canEnter(user, folder)) return folder;
    if (await exists(join(folder, clusterFolder)))
      throw new DatabaseStartError(`The user "${user?.name ?? "?"}" can no longer reach the database in ${folder}.`);
    await rmdir(folder);
  }
  throw new DatabaseStartError(
    `The user "${user?.name ?? "?"}", as whom PostgreSQL must run, can reach neither ${inside} nor ${outside}. ` +
      "Set TRIBE_DATA_DIR to a folder that everyone may enter, or set DATABASE_URL.",
  );
};

const reachableBinaries = async (native: string, home: string, user: SystemUser | null): Promise<string> => {
  await linkLibraries(native);
  for (const program of ["postgres", "initdb"])
    await chmod(join(native, "bin", program), 0o755).catch((error: unknown) => {
      // On a read-only installation the files may be executable already; if not, the start below fails with a clear message.
      if (!hasErrorCode(error, "EROFS") && !hasErrorCode(error, "EPERM")) throw error;
    });
  if (canEnter(user, join(native, "bin")) && canEnter(user, join(native, "share"))) return native;
  const copy = await copyBinaries(native, await versionOf(native), join(home, "binaries"));
  if (!canEnter(user, join(copy, "bin")))
    throw new DatabaseStartError(`PostgreSQL was copied to ${copy}, which "${user?.name ?? "?"}" cannot enter.`);
  return copy;
};

const versionOf = async (native: string): Promise<string> => {
  const manifest: unknown = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8").catch(() => "{}"));
  const isNamed = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return isNamed ? String(manifest.version) : "unknown";
};

const readPassword = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, "postgres-password");
  if (!(await exists(file)))
    await writeFile(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" }).catch(
      (error: unknown) => {
        if (!hasErrorCode(error, "EEXIST")) throw error;
      },
    );
  await chmod(file, 0o600);
  return (await readFile(file, "utf8")).trim();
};
