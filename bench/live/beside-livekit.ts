import { setTimeout as wait } from "node:timers/promises";
import { createLiveKitMedia } from "../../apps/server/src/engines/live/livekit.ts";
import type { LiveMedia } from "../../apps/server/src/engines/live/port.ts";
import { enterLiveKit, type LiveKitPerson } from "../../apps/server/src/engines/live/testing/livekit-person.ts";
import { findLiveKitServer, startLiveKit } from "../../apps/server/src/engines/live/testing/livekit-server.ts";
import { recordKey, silentLog, uidOf } from "../../apps/server/src/engines/live/testing/media-room.ts";
import { type CrowdCost, type Load, measureCrowd } from "./crowd.ts";

const timeoutMs = 20_000;
const maxAttempts = 3;

/** One speaker with a crowd of viewers in a room of LiveKit. Null if LiveKit's server is not installed. */
export const measureLiveKit = async (load: Load): Promise<CrowdCost | null> => {
  const path = findLiveKitServer();
  if (!path) return null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await measureOnce(path, load);
    } catch (error) {
      // Our load's library may abort a handshake that begins before it has the answer (docs/decisions/0086).
      if (attempt === maxAttempts) throw error;
      process.stderr.write(`LiveKit once more: ${error instanceof Error ? error.message : "failed"}\n`);
    }
  }
};

const measureOnce = async (path: string, load: Load): Promise<CrowdCost> => {
  let media: LiveMedia | null = null;
  const server = await startLiveKit(path, async (...webhook) => (await media?.takeWebhook(...webhook)) ?? false);
  const liveKit = createLiveKitMedia({ settings: server.settings, recordKey, log: silentLog });
  media = liveKit;
  const passes = new Map<string, { readonly url: string; readonly token: string }>();
  liveKit.listen((event) => event.kind === "connect" && passes.set(event.peerId, event));
  const liveId = crypto.randomUUID();
  const people: LiveKitPerson[] = [];
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
    const late = wait(timeoutMs, null, { ref: false }).then(() => Promise.reject(new Error("nothing can be sent")));
    await Promise.race([speaker.publish(), late]);
    return await measureCrowd(load, { pid: server.pid, put: speaker.put, enter: (name) => enter(name, null) });
  } finally {
    for (const person of people) person.close();
    await liveKit.stop();
    await server.stop();
  }
};
