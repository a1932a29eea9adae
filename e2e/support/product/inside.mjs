// Loaded into the product's processes by a suite (NODE_OPTIONS=--import), to measure their memory from inside and to inject
// faults: the product has no code for it.
import { createServer } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** @type {Readonly<Record<string, () => Promise<object>>>} */
const commands = {
  /** Bytes in use after a forced garbage collection. */
  memory: async () => {
    for (let round = 0; round < 2; round += 1) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { heapUsed, heapTotal, external, rss } = process.memoryUsage();
    return { used: heapUsed + external, unused: heapTotal - heapUsed, rss };
  },
  throw: async () => {
    setImmediate(() => {
      throw new Error("thrown by the suite");
    });
    return {};
  },
  reject: async () => {
    setImmediate(() => void Promise.reject(new Error("rejected by the suite")));
    return {};
  },
};

const folder = process.env.TRIBE_INSIDE;
if (folder && isMainThread) {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket
      .setEncoding("utf8")
      .once("data", async (name) => socket.end(JSON.stringify(await commands[String(name)]?.())));
  });
  server.on("error", () => undefined);
  server.listen(join(folder, `${process.pid}.sock`)).unref();
}
