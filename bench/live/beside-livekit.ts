import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "playwright-core";
import { createLiveKitMedia } from "../../apps/server/src/engines/live/livekit.ts";
import type { LiveMedia } from "../../apps/server/src/engines/live/port.ts";
import { findLiveKitServer, startLiveKit } from "../../apps/server/src/engines/live/testing/livekit-server.ts";
import { recordKey, silentLog, uidOf } from "../../apps/server/src/engines/live/testing/media-room.ts";

interface PageRoom {
  connect(url: string, token: string): Promise<void>;
  readonly localParticipant: {
    readonly permissions?: { readonly canPublish: boolean };
    publishTrack(track: MediaStreamTrack, options: object): Promise<unknown>;
  };
  readonly remoteParticipants: ReadonlyMap<
    string,
    { readonly trackPublications: ReadonlyMap<string, { readonly track?: { readonly receiver?: RTCRtpReceiver } }> }
  >;
}
interface PageWorld {
  LivekitClient: { Room: new (options: object) => PageRoom };
  room: PageRoom;
}

/**
 * The processor that LiveKit takes for each Mbit/s that it hands on, in percent of a core: one speaker in Chromium at 500 kbit/s
 * before a few viewers, who are pages, too. Null where LiveKit's server is not.
 * @param processorTime of a process so far, s
 */
export const measureLiveKit = async (
  viewers: number,
  seconds: number,
  processorTime: (pid: number) => number,
): Promise<number | null> => {
  const path = findLiveKitServer();
  if (!path) return null;
  let media: LiveMedia | null = null;
  const server = await startLiveKit(path, async (...webhook) => (await media?.takeWebhook(...webhook)) ?? false);
  const liveKit = createLiveKitMedia({ settings: server.settings, recordKey, log: silentLog });
  media = liveKit;
  const passes = new Map<string, { readonly url: string; readonly token: string }>();
  liveKit.listen((event) => event.kind === "connect" && passes.set(event.peerId, event));
  const liveId = crypto.randomUUID();
  const script = readFileSync(createRequire(import.meta.url).resolve("livekit-client"));
  const site = createServer((request, response) =>
    request.url === "/livekit.js"
      ? response.writeHead(200, { "content-type": "text/javascript" }).end(script)
      : response.writeHead(200, { "content-type": "text/html" }).end("<script src=/livekit.js></script>"),
  ).listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--allow-loopback-in-peer-connection"],
  });
  try {
    liveKit.open(liveId, 0);
    const enter = async (peerId: string, place: number | null) => {
      liveKit.join({ liveId, peerId, uid: uidOf(peerId), place });
      while (!passes.has(peerId)) await wait(10);
      const { url = "", token = "" } = passes.get(peerId) ?? {};
      const page = await browser.newPage();
      await page.addInitScript("globalThis.__name ??= (named) => named");
      await page.goto(`http://localhost:${typeof address === "object" && address ? address.port : 0}/`);
      await page.evaluate(joinRoom, { url, token });
      return page;
    };
    const speaker = await enter("speaker", 0);
    liveKit.allow("speaker", { microphone: false, camera: true, screen: false });
    await speaker.evaluate(publish);
    const pages = await Promise.all(Array.from({ length: viewers }, (_, index) => enter(`viewer ${index}`, null)));
    const received = async () =>
      (await Promise.all(pages.map((page) => page.evaluate(bytesReceived)))).reduce((sum, bytes) => sum + bytes, 0);
    while ((await received()) < viewers * 100_000) await wait(200);
    const [busy, bytes] = [processorTime(server.pid), await received()];
    await wait(seconds * 1_000);
    const used = processorTime(server.pid) - busy;
    return (used * 100) / (((await received()) - bytes) * 8e-6);
  } finally {
    await browser.close();
    await liveKit.stop();
    await server.stop();
    site.closeAllConnections();
    site.close();
  }
};

// These run in the pages.
const joinRoom = async ({ url, token }: { url: string; token: string }): Promise<void> => {
  const world = globalThis as unknown as PageWorld; // the page's own globals
  world.room = new world.LivekitClient.Room({ adaptiveStream: false, dynacast: false });
  await world.room.connect(url, token);
};
const publish = async (): Promise<void> => {
  const { room } = globalThis as unknown as PageWorld; // the page's own globals
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [640, 360];
  const pen = canvas.getContext("2d");
  let hue = 0;
  // Enough of it changes to fill the bitrate.
  setInterval(() => {
    for (let at = 0; at < 300; at += 1) {
      hue = (hue * 31 + 7) % 3_599;
      if (pen) pen.fillStyle = `hsl(${hue / 10} 80% 50%)`;
      pen?.fillRect((hue * 17) % 640, (hue * 13 + at) % 360, 24, 24);
    }
  }, 40);
  const [track] = canvas.captureStream(25).getVideoTracks();
  while (!room.localParticipant.permissions?.canPublish) await new Promise((resolve) => setTimeout(resolve, 50));
  if (track)
    await room.localParticipant.publishTrack(track, {
      simulcast: false,
      source: "camera",
      videoCodec: "vp8",
      videoEncoding: { maxBitrate: 500_000, maxFramerate: 25 },
    });
};
const bytesReceived = async (): Promise<number> => {
  const { room } = globalThis as unknown as PageWorld; // the page's own globals
  let bytes = 0;
  for (const { trackPublications } of room.remoteParticipants.values())
    for (const { track } of trackPublications.values())
      for (const report of (await track?.receiver?.getStats())?.values() ?? [])
        if (report.type === "inbound-rtp") bytes += report.bytesReceived;
  return bytes;
};
