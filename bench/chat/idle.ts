import { readFileSync } from "node:fs";
import { maxConnections } from "../../apps/server/src/http/limits/limits.ts";
import type { Row } from "../suite.ts";
import type { Membership, Protocol } from "./beside/clients.ts";
import { collectGarbage, memoryOf, startLoad, startPeer } from "./beside/processes.ts";
import type { Scene, Talker } from "./scene.ts";

/** Files that a server opens in addition to its clients: the database, its own calls. */
const otherFiles = 1_000;
const maxSockets = 20_000;
/** Files of other connections: calls with keep-alive. */
const otherConnections = 500;
/** Sockets opened and closed before the measurement, so that one-time allocations of the server do not count. */
const warmUp = 1_000;

/** Memory of an idle socket of signed-in people, compared with bare `ws` and socket.io. */
export const idleRows = async (scene: Scene, people: readonly Talker[], most: number = maxSockets): Promise<Row[]> => {
  const count = Math.min(most, fileLimit() - otherFiles, maxConnections - otherConnections);
  const members = people.map(({ credentials }): Membership => ({ credentials, mint: null, afterSeq: 0 }));
  const measure = async (protocol: Protocol, origin: string, pid: number): Promise<number> => {
    const load = startLoad();
    const open = async (sockets: number) => {
      const { failed } = await load.ask({ kind: "open", protocol, origins: [origin], count: sockets, people: members });
      if (failed > 0) throw new Error(`${failed} of ${sockets} sockets could not be opened`);
    };
    try {
      await open(Math.min(warmUp, count));
      await load.ask({ kind: "close" });
      const before = await usedMemory(pid);
      await open(count);
      return ((await usedMemory(pid)) - before) / count / 1_024;
    } finally {
      load.stop();
    }
  };
  const beside = async (who: "ws" | "socket.io"): Promise<number> => {
    const peer = await startPeer(who);
    try {
      return await measure(who, peer.origin, peer.pid);
    } finally {
      peer.stop();
    }
  };
  const row = (name: string, value: number, bar: number | null): Row => ({
    name: `idle_socket.${name}`,
    value: Math.round(value * 10) / 10,
    unit: "KB",
    bar,
    better: "lower",
  });
  return [
    row("ws.memory", await beside("ws"), null),
    row("socket_io.memory", await beside("socket.io"), null),
    row("memory", await measure("tribe", scene.appUrl, scene.serverPid), 15),
    { name: "idle_socket.sockets", value: count, unit: "", bar: null, better: "higher" },
  ];
};

/** Files that a process of this machine may have open. */
const fileLimit = (): number => {
  const [, soft] = /Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return Number(soft ?? otherFiles);
};

const usedMemory = async (pid: number): Promise<number> => {
  await collectGarbage(pid);
  return memoryOf(pid);
};
