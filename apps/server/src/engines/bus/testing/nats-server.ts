import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../testing/free-port.ts";

const cache = fileURLToPath(new URL("../../../../../../node_modules/.cache/nats-server", import.meta.url));
const module = "github.com/nats-io/nats-server/v2@v2.11.4";

/** The path of `nats-server`: Debian's, or one that is built once from its Go module; null when there is neither. */
export const findNatsServer = async (): Promise<string | null> => {
  for (const path of ["nats-server", "/usr/sbin/nats-server", `${cache}/nats-server`])
    if (spawnSync(path, ["--version"]).status === 0) return path;
  for (const go of ["go", "/usr/local/go/bin/go"]) {
    if (spawnSync(go, ["version"]).status !== 0) continue;
    await mkdir(cache, { recursive: true });
    spawnSync(go, ["install", module], { env: { ...process.env, GOBIN: cache }, stdio: "inherit" });
    return existsSync(`${cache}/nats-server`) ? `${cache}/nats-server` : null;
  }
  return null;
};

/** A NATS server for one test; `kill` ends it as a crash would. */
export interface TestNats {
  readonly url: string;
  start(): Promise<void>;
  /** It stops answering and keeps its connections open, as behind a cut line. */
  hang(): void;
  wake(): void;
  kill(): Promise<void>;
}

/** Chooses a port; each `start` listens on the same one. */
export const createTestNats = async (path: string): Promise<TestNats> => {
  const port = await freePort();
  let running: ChildProcess | null = null;
  return {
    url: `nats://127.0.0.1:${port}`,
    start: async () => {
      const started = spawn(path, ["-a", "127.0.0.1", "-p", String(port)], { stdio: ["ignore", "ignore", "pipe"] });
      running = started;
      for await (const chunk of started.stderr ?? []) if (String(chunk).includes("Server is ready")) break;
    },
    hang: () => void running?.kill("SIGSTOP"),
    wake: () => void running?.kill("SIGCONT"),
    kill: async () => {
      const old = running;
      running = null;
      if (!old || old.exitCode !== null) return;
      old.kill("SIGKILL");
      await once(old, "exit");
    },
  };
};
