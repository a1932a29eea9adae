import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import type { LoadAnswers, LoadCommand } from "./messages.ts";

const forkProgram = (program: URL, args: readonly string[] = []): ChildProcess =>
  fork(fileURLToPath(program), [...args], { execArgv: ["--import", "tsx"] });

/** The process that generates the load. */
export interface Load {
  ask<Kind extends LoadCommand["kind"]>(
    command: Extract<LoadCommand, { readonly kind: Kind }>,
  ): Promise<LoadAnswers[Kind]>;
  stop(): void;
}

/** Starts it. A command that fails ends the process and rejects with an Error. */
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

/** A server that only broadcasts messages. */
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

/** Seconds of processor time of a process so far; the kernel counts hundredths. */
export const computedBy = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** The memory of a process in bytes. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024;

/** The inspector of Node, which a SIGUSR1 opens. */
const inspectorUrl = "http://127.0.0.1:9229/json/list";

/**
 * Forces a garbage collection in a Node process: what a thousand handshakes have left behind must not count as memory of the
 * open sockets.
 */
export const collectGarbage = async (pid: number): Promise<void> => {
  process.kill(pid, "SIGUSR1");
  const deadline = performance.now() + 20_000;
  for (;;) {
    try {
      const listed = await fetch(inspectorUrl);
      const [target] = (await listed.json()) as readonly { readonly webSocketDebuggerUrl: string }[]; // of Node's own
      if (!target) throw new Error("nothing can be inspected");
      const socket = new WebSocket(target.webSocketDebuggerUrl);
      await once(socket, "open");
      socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression: "process.pid" } }));
      const [answered] = await once(socket, "message");
      const answer = JSON.parse(String(answered)) as { result?: { result?: { value?: unknown } } }; // of Node's own
      if (answer.result?.result?.value !== pid) throw new Error("another process can be inspected there");
      for (let id = 2; id < 5; id += 1) {
        socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
        await once(socket, "message");
      }
      socket.terminate();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(100);
    }
  }
};
