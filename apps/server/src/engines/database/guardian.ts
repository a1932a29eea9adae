import { spawn } from "node:child_process";
import { Socket } from "node:net";

/**
 * Waits for the end of its standard input, whose other end only we hold, then stops the postmaster: fast shutdown, immediate,
 * SIGKILL. A process that has reused its number is left alone: it was not started on this folder.
 */
const script = `
read -r _
pid=$1
cluster=$2
started_as() { { tr '\\0' ' ' <"/proc/$pid/cmdline" || ps -ww -o command= -p "$pid"; } 2>/dev/null; }
is_ours() { case $(started_as) in *"$cluster"*) true ;; *) false ;; esac; }
for signal in INT QUIT KILL; do
  is_ours || exit 0
  kill -s "$signal" "$pid" 2>/dev/null
  tries=0
  while [ "$tries" -lt 100 ] && is_ours; do sleep 0.1; tries=$((tries + 1)); done
done
`;

/**
 * Stops PostgreSQL when this process ends without having done so, for whatever reason: after SIGKILL we cannot act. The
 * guardian is a waiting shell, a megabyte at most, in a session of its own, so that Ctrl-C in the terminal does not reach it.
 */
export const guardPostmaster = (pid: number, cluster: string): void => {
  const guardian = spawn("/bin/sh", ["-c", script, "tribe-postgres-guardian", String(pid), cluster], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
  });
  // Without a guardian PostgreSQL only survives when we are killed, and the next start adopts it.
  guardian.on("error", () => undefined);
  guardian.stdin.on("error", () => undefined);
  guardian.unref();
  if (guardian.stdin instanceof Socket) guardian.stdin.unref();
};
