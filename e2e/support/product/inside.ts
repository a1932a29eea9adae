import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The environment that loads `inside.mjs` into the processes that a suite starts. */
export const insideEnv = (folder: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${fileURLToPath(new URL("./inside.mjs", import.meta.url))}`,
  TRIBE_INSIDE: folder,
});

const ask = async (folder: string, pid: number, command: "memory" | "throw" | "reject"): Promise<string> => {
  const socket = connect(join(folder, `${pid}.sock`));
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  socket.write(command);
  await once(socket, "close");
  return answer;
};

/** Memory of one process after a forced collection, in bytes. */
export interface Memory {
  /** Used by objects and buffers. */
  readonly used: number;
  readonly rss: number;
  /** Reserved by the heap, but unused. */
  readonly unused: number;
}

/** Forces a garbage collection in a process and returns its memory. */
export const memoryInside = async (folder: string, pid: number): Promise<Memory> =>
  JSON.parse(await ask(folder, pid, "memory"));

/** Causes an uncaught exception or an unhandled rejection in a process. */
export const faultInside = async (folder: string, pid: number, kind: "throw" | "reject"): Promise<void> =>
  void (await ask(folder, pid, kind));
