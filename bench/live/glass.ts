import { chromium, type Page } from "playwright-core";
import { createEmbeddedLiveMedia } from "../../apps/server/src/engines/live/embedded.ts";
import { silentLog, uidOf } from "../../apps/server/src/engines/live/testing/media-room.ts";

/** Globals of the pages below. */
interface Glass {
  connections: Map<string, { connection: RTCPeerConnection; candidates: string[] }>;
  delays: number[];
  answer(part: string, sdp: string): void;
}

/**
 * Latency from the drawing of a frame in one page to its display in another, over the forwarding unit on loopback, ms each. The
 * frame contains its time as 32 black or white fields, which survive encoding.
 */
export const measureGlass = async (seconds: number): Promise<readonly number[]> => {
  const media = createEmbeddedLiveMedia({
    network: { bindAddress: "127.0.0.1", publicAddress: null, ports: null },
    recordKey: "bench",
    log: silentLog,
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--allow-loopback-in-peer-connection",
      "--disable-features=WebRtcHideLocalIpsWithMdns",
    ],
  });
  const liveId = crypto.randomUUID();
  const pages = new Map<string, Page>();
  media.listen((event) => {
    if (event.kind === "offer") void pages.get(event.peerId)?.evaluate(takeOffer, { part: event.part, sdp: event.sdp });
    else if (event.kind === "answered") void pages.get(event.peerId)?.evaluate(begin, event.part);
  });
  const enter = async (peerId: string, place: number | null): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    // The compiler adds a helper for named functions of this file, which the pages lack.
    await page.addInitScript("globalThis.__name ??= (named) => named");
    await page.goto("about:blank");
    await page.evaluate("globalThis.__name ??= (named) => named");
    await page.exposeFunction("answer", (part: "receive" | "send", sdp: string) => media.answer(peerId, part, sdp));
    pages.set(peerId, page);
    media.join({ liveId, peerId, uid: uidOf(peerId), place });
    return page;
  };
  try {
    media.open(liveId, 0);
    await enter("speaker", 0);
    media.allow("speaker", { microphone: false, camera: true, screen: false });
    const viewer = await enter("viewer", null);
    media.setLarge("viewer", 0);
    const read = () => viewer.evaluate(() => (globalThis as unknown as Glass).delays ?? []); // the page's own
    while ((await read()).length < 25) await new Promise((resolve) => setTimeout(resolve, 100));
    const before = (await read()).length;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    return (await read()).slice(before);
  } finally {
    await browser.close();
    await media.stop();
  }
};

// These run in the pages.
const takeOffer = async ({ part, sdp }: { part: string; sdp: string }): Promise<void> => {
  const world = globalThis as unknown as Glass; // the page's own globals
  world.connections ??= new Map();
  world.delays ??= [];
  const lines = sdp.split("\r\n");
  const connection = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
  const candidates = lines.filter((line) => line.startsWith("a=candidate:")).map((line) => line.slice(2));
  world.connections.set(part, { connection, candidates });
  const [width, height, fields] = [640, 360, 32];
  connection.addEventListener("track", ({ transceiver, track }) => {
    if (transceiver.mid !== "v0") return;
    const video = document.createElement("video");
    video.muted = true;
    video.srcObject = new MediaStream([track]);
    document.body.append(video);
    void video.play();
    const canvas = new OffscreenCanvas(fields, 1);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const look = (): void => {
      pen?.drawImage(video, 0, 0, video.videoWidth, video.videoHeight / 2, 0, 0, fields, 1);
      const pixels = pen?.getImageData(0, 0, fields, 1).data ?? new Uint8ClampedArray();
      let time = 0;
      for (let field = 0; field < fields; field += 1) time = time * 2 + ((pixels[field * 4] ?? 0) > 127 ? 1 : 0);
      const delay = (Date.now() % 2 ** 31) - time;
      if (time > 0 && delay >= 0 && delay < 10_000) world.delays.push(delay);
      video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  });
  await connection.setRemoteDescription({
    type: "offer",
    sdp: lines.filter((line) => !line.startsWith("a=candidate:") && line !== "a=end-of-candidates").join("\r\n"),
  });
  if (part === "send") {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    document.body.append(canvas);
    const pen = canvas.getContext("2d");
    const draw = (): void => {
      const time = Date.now() % 2 ** 31;
      for (let field = 0; field < fields; field += 1) {
        if (pen) pen.fillStyle = Math.floor(time / 2 ** (fields - 1 - field)) % 2 === 1 ? "white" : "black";
        pen?.fillRect((field * width) / fields, 0, width / fields, height);
      }
    };
    setInterval(draw, 40);
    const [track] = canvas.captureStream(25).getVideoTracks();
    for (const transceiver of connection.getTransceivers()) {
      transceiver.direction = "sendonly";
      if (transceiver.mid === "camera" && track) await transceiver.sender.replaceTrack(track);
    }
  }
  await connection.setLocalDescription(await connection.createAnswer());
  world.answer(part, connection.localDescription?.sdp ?? "");
};
const begin = (part: string): void => {
  const world = globalThis as unknown as Glass; // the page's own globals
  const known = world.connections.get(part);
  for (const candidate of known?.candidates ?? [])
    void known?.connection.addIceCandidate({ candidate, sdpMLineIndex: 0 });
};
