import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { processorTime } from "../../apps/server/src/engines/live/testing/media-room.ts";
import { makePacket } from "../../apps/server/src/engines/live/testing/viewer.ts";

/** One speaker of 500 kbit/s with a crowd of viewers. */
export interface Load {
  readonly crowd: number;
  readonly seconds: number;
  /** Bits of an average packet, with its headers. */
  readonly packetBits: number;
}

/** A media server's cost. */
export interface CrowdCost {
  /** Processor time, % of a core. */
  readonly processor: number;
  /** Processor time per forwarded Mbit/s, % of a core. */
  readonly perMegabit: number;
  /** Memory per viewer, MiB. */
  readonly memory: number;
  /** Delivered packets, % of the sent ones. */
  readonly delivered: number;
}

/** A media server with participants of the bench's own library. */
export interface MeasuredServer {
  readonly pid: number;
  /** Sends a packet of the speaker; false while it is not connected. */
  readonly put: (mid: "microphone" | "camera", packet: Buffer) => boolean;
  /** Adds a viewer. */
  readonly enter: (name: string) => Promise<{ readonly received: () => number }>;
}

export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

/** Lets the speaker send, adds the crowd, and measures the cost. The same packets as for our own unit. */
export const measureCrowd = async (
  { crowd, seconds, packetBits }: Load,
  { pid, put, enter }: MeasuredServer,
): Promise<CrowdCost> => {
  let [sent, frame, picture, sound] = [0, 0, 0, 0];
  const putCounted = (mid: "microphone" | "camera", packet: Buffer): void => {
    if (put(mid, packet)) sent += 1;
  };
  const timers = [
    setInterval(() => {
      frame += 1;
      for (let part = 0; part < 2; part += 1) {
        picture += 1;
        const isKeyframe = part === 0 && frame % 5 === 0;
        putCounted(
          "camera",
          makePacket("camera", { bytes: 1_250, sequence: picture, timestamp: frame * 3_600, isKeyframe }),
        );
      }
    }, 40),
    setInterval(() => {
      sound += 1;
      putCounted("microphone", makePacket("microphone", { bytes: 80, sequence: sound, timestamp: sound * 960 }));
    }, 20),
  ];
  try {
    const empty = memoryOf(pid);
    const viewers: { readonly received: () => number }[] = [];
    for (let number = 0; number < crowd; number += 1) {
      const viewer = await enter(`viewer ${number}`);
      viewers.push(viewer);
      for (let waited = 0; viewer.received() < 10; waited += 1) {
        if (waited > 2_000) throw new Error("nothing comes");
        await wait(10);
      }
    }
    const received = (): number => viewers.reduce((sum, viewer) => sum + viewer.received(), 0);
    const [busy, had, out, at] = [processorTime(pid), received(), sent, performance.now()];
    await wait(seconds * 1_000);
    const passed = (performance.now() - at) / 1_000;
    const processor = ((processorTime(pid) - busy) / passed) * 100;
    const arrived = received() - had;
    return {
      processor,
      perMegabit: processor / ((arrived * packetBits) / passed / 1e6),
      memory: (memoryOf(pid) - empty) / crowd,
      delivered: (100 * arrived) / ((sent - out) * crowd),
    };
  } finally {
    for (const timer of timers) clearInterval(timer);
  }
};
