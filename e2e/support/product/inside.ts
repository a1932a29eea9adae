import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What lets a suite into the processes that it starts: `inside.mjs`, by the environment. */
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
  /** What its objects and buffers take. */
  readonly used: number;
  readonly rss: number;
  /** What the heap has kept of the system without using it. */
  readonly unused: number;
}

/** Has a process collect its garbage and tell what is left. */
export const memoryInside = async (folder: string, pid: number): Promise<Memory> =>
  JSON.parse(await ask(folder, pid, "memory"));

/** Has an exception that nobody catches, or a rejection that nobody handles, happen in a process. */
export const faultInside = async (folder: string, pid: number, kind: "throw" | "reject"): Promise<void> =>
  void (await ask(folder, pid, kind));
