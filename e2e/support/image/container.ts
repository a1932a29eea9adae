import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A folder or file of this machine at a path of the image. */
interface Mount {
  readonly from: string;
  readonly to: string;
  readonly isReadOnly?: boolean;
}

export interface ContainerOptions {
  /** The image's files. */
  readonly files: string;
  /** What follows the image's entry, such as a role. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
}

/** A process of the image. */
export interface Container {
  readonly pid: number;
  /** Milliseconds since its start. */
  age(): number;
  output(): string;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** As a container engine stops it. @returns its exit code */
  stop(): Promise<number | null>;
}

/** The image's own user, and its entry (deploy/image/Dockerfile). */
const user = "10001";
const entry = ["/usr/local/bin/node", "/opt/tribe/tribe.mjs"];

/** Makes the places at which mounts appear: the image's files are read only later. */
export const prepareMounts = async (files: string, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    const place = join(files, path);
    await mkdir(path.includes(".") || path === "/etc/hosts" ? dirname(place) : place, { recursive: true });
    if (path.includes(".") || path === "/etc/hosts") await writeFile(place, "");
  }
};

/**
 * Starts a command of the image as an engine with `--read-only --cap-drop ALL --security-opt no-new-privileges` does, but without one:
 * in the image's files, which can't be written, as its user, without any right, on this machine's network. Needs root.
 */
export const startContainer = ({ files, command, env, mounts }: ContainerOptions): Container => {
  const binds = mounts.flatMap(({ from, to, isReadOnly }) => [
    `mount --bind '${from}' '${files}${to}'`,
    ...(isReadOnly ? [`mount -o remount,bind,ro '${files}${to}'`] : []),
  ]);
  const script = [
    `mount --bind '${files}' '${files}'`,
    `mount -o remount,bind,ro '${files}'`,
    `mount -t tmpfs -o mode=1777 tmpfs '${files}/tmp'`,
    `mount --rbind /dev '${files}/dev'`,
    `mount --rbind /proc '${files}/proc'`,
    ...binds,
    `exec chroot '${files}' /usr/bin/setpriv --reuid ${user} --regid ${user} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all "$@"`,
  ].join(" && ");
  const began = performance.now();
  const child: ChildProcess = spawn(
    "unshare",
    ["--mount", "--propagation", "private", "sh", "-c", script, "sh", ...entry, ...command],
    { env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", ...env }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-200_000);
    });
  const ended = once(child, "exit").then(([code]) => (typeof code === "number" ? code : null));
  return {
    pid: child.pid ?? -1,
    age: () => performance.now() - began,
    output: () => printed,
    ended,
    stop: () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      return ended;
    },
  };
};

/** Runs a command of the image to its end. @throws Error with its output, when it fails */
export const runInContainer = async (options: ContainerOptions): Promise<string> => {
  const container = startContainer(options);
  const code = await container.ended;
  if (code !== 0) throw new Error(`${options.command.join(" ")} ended with ${code}:\n${container.output()}`);
  return container.output();
};

/** Gives what a container may write, and its secrets, to the image's user. */
export const giveToContainer = async (...folders: readonly string[]): Promise<void> => {
  await run("chown", ["-R", `${user}:${user}`, ...folders]);
};
