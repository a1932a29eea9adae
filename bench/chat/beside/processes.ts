import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LoadAnswers, LoadCommand } from "./messages.ts";

const forkProgram = (program: URL, args: readonly string[] = []): ChildProcess =>
  fork(fileURLToPath(program), [...args], { execArgv: ["--import", "tsx"] });

/** A process that makes the load. */
export interface Load {
  ask<Kind extends LoadCommand["kind"]>(
    command: Extract<LoadCommand, { readonly kind: Kind }>,
  ): Promise<LoadAnswers[Kind]>;
  stop(): void;
}

/** Starts it. A command that breaks ends it, and is answered by an Error. */
export const startLoad = (): Load => {
  const child = forkProgram(new URL("./load.ts", import.meta.url));
  return {
    ask: async (command) => {
      child.send(command);
      const ended = new AbortController();
      const over = once(child, "exit", { signal: ended.signal }).then(() => {
        throw new Error("the load's process has ended");
      });
      try {
        const [{ answered }] = await Promise.race([once(child, "message", { signal: ended.signal }), over]);
        return answered;
      } finally {
        over.catch(() => undefined);
        ended.abort();
      }
    },
    stop: () => void child.kill(),
  };
};

/** A server that only tells everybody what somebody said. */
export interface Peer {
  readonly origin: string;
  readonly pid: number;
  stop(): void;
}

export const startPeer = async (protocol: "ws" | "socket.io"): Promise<Peer> => {
  const child = forkProgram(new URL("./peer.ts", import.meta.url), [protocol]);
  const [port] = await once(child, "message");
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
};

/** Seconds of computing of a process so far; the kernel counts hundredths. */
export const computedBy = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Bytes of memory that a process has. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024;
