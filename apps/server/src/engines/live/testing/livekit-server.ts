import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { LiveKitSettings } from "../port.ts";

const cache = join(homedir(), ".cache/tribe-livekit");
const module = "github.com/livekit/livekit-server/cmd/server@v1.13.5";

/**
 * The path of LiveKit's server: LIVEKIT_SERVER, one on the PATH, or one that the long tests have built from its Go module
 * (some minutes, once per machine). Null when there is none.
 */
export const findLiveKitServer = (): string | null => {
  const built = `${cache}/server`;
  for (const path of [process.env.LIVEKIT_SERVER, "livekit-server", built])
    if (path && spawnSync(path, ["--version"]).status === 0) return path;
  if (process.env.TRIBE_LONG !== "1") return null;
  for (const go of ["go", "/usr/local/go/bin/go"]) {
    if (spawnSync(go, ["version"]).status !== 0) continue;
    spawnSync(go, ["install", module], { env: { ...process.env, GOBIN: cache }, stdio: "inherit" });
    return existsSync(built) ? built : null;
  }
  return null;
};

/** A LiveKit server for one test. */
export interface TestLiveKit {
  readonly settings: LiveKitSettings;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A free port of this machine. */
export const freePort = async (): Promise<number> => {
  const probe = createTcpServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
};

/** Starts it. @param takeWebhook returns whether the webhook was signed */
export const startLiveKit = async (
  path: string,
  takeWebhook: (body: string, authorization: string) => Promise<boolean>,
): Promise<TestLiveKit> => {
  const [key, secret] = ["test-key", "a secret of the tests, long enough for it"];
  const hooks = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      void takeWebhook(body, request.headers.authorization ?? "").then((isSigned) =>
        response.writeHead(isSigned ? 200 : 401).end(),
      );
    });
  }).listen(0, "127.0.0.1");
  await once(hooks, "listening");
  const address = hooks.address();
  const [port, tcpPort, udpPort] = [await freePort(), await freePort(), await freePort()];
  const config = {
    port,
    bind_addresses: ["127.0.0.1"],
    keys: { [key]: secret },
    logging: { level: "warn" },
    rtc: {
      tcp_port: tcpPort,
      udp_port: udpPort,
      node_ip: "127.0.0.1",
      use_external_ip: false,
      enable_loopback_candidate: true,
    },
    room: { auto_create: false },
    webhook: {
      api_key: key,
      urls: [`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`],
    },
  };
  const server: ChildProcess = spawn(path, ["--config-body", JSON.stringify(config)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaints = "";
  server.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-4_000);
  });
  const apiUrl = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt += 1) {
    if (server.exitCode !== null || attempt > 600) throw new Error(`LiveKit did not start: ${complaints}`);
    const isUp = await fetch(apiUrl).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await wait(50);
  }
  return {
    settings: { url: apiUrl.replace("http", "ws"), apiUrl, key, secret },
    pid: server.pid ?? 0,
    stop: async () => {
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
      hooks.closeAllConnections();
      await new Promise((resolve) => hooks.close(resolve));
    },
  };
};
