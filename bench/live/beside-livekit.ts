import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createLiveKitMedia } from "../../apps/server/src/engines/live/livekit.ts";
import type { LiveMedia } from "../../apps/server/src/engines/live/port.ts";
import { enterLiveKit, type LiveKitPerson } from "../../apps/server/src/engines/live/testing/livekit-person.ts";
import { findLiveKitServer, startLiveKit } from "../../apps/server/src/engines/live/testing/livekit-server.ts";
import { processorTime, recordKey, silentLog, uidOf } from "../../apps/server/src/engines/live/testing/media-room.ts";
import { makePacket } from "../../apps/server/src/engines/live/testing/viewer.ts";

/** What LiveKit takes for one speaker before a crowd. */
export interface LiveKitCost {
  /** Of a core, %. */
  readonly processor: number;
  /** For each Mbit/s that it hands on, % of a core. */
  readonly perMegabit: number;
  /** For each viewer, MiB. */
  readonly memory: number;
  /** Of what was sent, %. */
  readonly delivered: number;
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

/**
 * One speaker of 500 kbit/s before a crowd in a room of LiveKit: the same packets, and people of the same library, as our own
 * unit is measured with. Null where LiveKit's server is not.
 * @param packetBits of a packet, with its headers
 */
export const measureLiveKit = async (
  crowd: number,
  seconds: number,
  packetBits: number,
): Promise<LiveKitCost | null> => {
  const path = findLiveKitServer();
  if (!path) return null;
  let media: LiveMedia | null = null;
  const server = await startLiveKit(path, async (...webhook) => (await media?.takeWebhook(...webhook)) ?? false);
  const liveKit = createLiveKitMedia({ settings: server.settings, recordKey, log: silentLog });
  media = liveKit;
  const passes = new Map<string, { readonly url: string; readonly token: string }>();
  liveKit.listen((event) => event.kind === "connect" && passes.set(event.peerId, event));
  const liveId = crypto.randomUUID();
  const people: LiveKitPerson[] = [];
  const timers: NodeJS.Timeout[] = [];
  const enter = async (peerId: string, place: number | null): Promise<LiveKitPerson> => {
    liveKit.join({ liveId, peerId, uid: uidOf(peerId), place });
    while (!passes.has(peerId)) await wait(5);
    const { url = "", token = "" } = passes.get(peerId) ?? {};
    const person = await enterLiveKit(peerId, url, token);
    people.push(person);
    return person;
  };
  try {
    liveKit.open(liveId, 0);
    const speaker = await enter("speaker", 0);
    liveKit.allow("speaker", { microphone: true, camera: true, screen: false });
    await speaker.publish();
    let [sent, frame, picture, sound] = [0, 0, 0, 0];
    const put = (mid: "microphone" | "camera", packet: Buffer): void => {
      if (speaker.put(mid, packet)) sent += 1;
    };
    timers.push(
      setInterval(() => {
        frame += 1;
        for (let part = 0; part < 2; part += 1) {
          picture += 1;
          const isKeyframe = part === 0 && frame % 5 === 0;
          put(
            "camera",
            makePacket("camera", { bytes: 1_250, sequence: picture, timestamp: frame * 3_600, isKeyframe }),
          );
        }
      }, 40),
      setInterval(() => {
        sound += 1;
        put("microphone", makePacket("microphone", { bytes: 80, sequence: sound, timestamp: sound * 960 }));
      }, 20),
    );
    const empty = memoryOf(server.pid);
    const viewers: LiveKitPerson[] = [];
    for (let number = 0; number < crowd; number += 1) {
      const viewer = await enter(`viewer ${number}`, null);
      viewers.push(viewer);
      for (let waited = 0; viewer.received() < 10; waited += 1) {
        if (waited > 6_000) throw new Error("LiveKit sends nothing");
        await wait(10);
      }
    }
    const received = (): number => viewers.reduce((sum, viewer) => sum + viewer.received(), 0);
    const [busy, had, out, at] = [processorTime(server.pid), received(), sent, performance.now()];
    await wait(seconds * 1_000);
    const passed = (performance.now() - at) / 1_000;
    const processor = ((processorTime(server.pid) - busy) / passed) * 100;
    const arrived = received() - had;
    return {
      processor,
      perMegabit: processor / ((arrived * packetBits) / passed / 1e6),
      memory: (memoryOf(server.pid) - empty) / crowd,
      delivered: (100 * arrived) / ((sent - out) * crowd),
    };
  } finally {
    for (const timer of timers) clearInterval(timer);
    for (const person of people) person.close();
    await liveKit.stop();
    await server.stop();
  }
};
