import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { DatabaseStartError } from "./port.ts";

/** A user of the operating system, by number. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const databaseUser = "postgres";

/**
 * The user that PostgreSQL runs as: null for the current one; as root, which PostgreSQL refuses, the user `postgres`, created
 * when it is missing.
 * @throws DatabaseStartError when it is missing and cannot be created, or when the current user has no name.
 */
export const databaseSystemUser = (): SystemUser | null => {
  if (process.platform === "win32") return null;
  if (process.getuid?.() !== 0) {
    try {
      userInfo();
    } catch (cause) {
      throw new DatabaseStartError(
        `This process runs as user ${process.getuid?.()}, who has no entry in /etc/passwd; PostgreSQL needs one. ` +
          "Run as a named user, or set DATABASE_URL.",
        { cause },
      );
    }
    return null;
  }
  const present = lookUp(databaseUser);
  if (present) return present;
  for (const [command, ...args] of creators) {
    if (command) spawnSync(command, args, { stdio: "ignore" });
    const made = lookUp(databaseUser);
    if (made) return made;
  }
  throw new DatabaseStartError(
    `PostgreSQL does not run as root, and the user "${databaseUser}" could not be made. ` +
      "Run npm start as an ordinary user, or set DATABASE_URL.",
  );
};

/** shadow-utils, Debian's wrapper, BusyBox: each has its own syntax. */
const creators = [
  ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/bin/false", databaseUser],
  ["adduser", "--system", "--group", "--no-create-home", databaseUser],
  ["adduser", "-S", "-D", "-H", "-s", "/bin/false", databaseUser],
] as const;

const lookUp = (name: string): SystemUser | null => {
  const answer = (flag: string): number => {
    const { stdout, status } = spawnSync("id", [flag, name], { encoding: "utf8" });
    return status === 0 ? Number.parseInt(stdout, 10) : Number.NaN;
  };
  const uid = answer("-u");
  const gid = answer("-g");
  if (Number.isInteger(uid) && Number.isInteger(gid)) return { name, uid, gid };
  // A slim image may lack `id`.
  const line = readPasswd().find((entry) => entry.startsWith(`${name}:`));
  const [, , uidText, gidText] = line?.split(":") ?? [];
  return uidText && gidText ? { name, uid: Number(uidText), gid: Number(gidText) } : null;
};

const readPasswd = (): string[] => {
  try {
    return readFileSync("/etc/passwd", "utf8").split("\n");
  } catch {
    return [];
  }
};

/** Tells whether a user can enter a folder (every folder above it lets them through). */
export const canEnter = (user: SystemUser | null, folder: string): boolean =>
  user === null ||
  // Checked by a small shell, because Node itself may be under a home that this user cannot enter.
  spawnSync("/bin/sh", ["-c", 'test -x "$0" && test -r "$0"', folder], {
    uid: user.uid,
    gid: user.gid,
    cwd: "/",
    stdio: "ignore",
  }).status === 0;
