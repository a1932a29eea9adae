import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { liveEventCodes } from "@tribe/contract/live";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { createLiveKitMedia } from "./livekit.ts";
import { type LiveMedia, type LiveMediaEvent, type LiveRecord, recordText } from "./port.ts";
import { findLiveKitServer, startLiveKit, type TestLiveKit } from "./testing/livekit-server.ts";
import { openMediaRoom, recordKey, silentLog, uidOf } from "./testing/media-room.ts";
import type { Viewer } from "./testing/viewer.ts";

// Tests of the live media port that both engines must pass.

/** A person's page. */
interface Client {
  /** Starts to send a microphone's sound, as soon as that is allowed. */
  speak(): Promise<void>;
  /** Amount of sound received from a place so far: it only grows. */
  heard(place: number): Promise<number>;
}
interface Engine {
  readonly media: LiveMedia;
  readonly records: readonly LiveRecord[];
  readonly lost: ReadonlySet<string>;
  /** Joins and waits until media can arrive. */
  enter(liveId: string, peerId: string, place: number | null): Promise<Client>;
  stop(): Promise<void>;
}

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const embedded = async (): Promise<Engine> => {
  const room = openMediaRoom({ bindAddress: "127.0.0.1", publicAddress: null, ports: null });
  const timers: NodeJS.Timeout[] = [];
  const speak = (viewer: Viewer): void => viewer.send(100_000);
  return {
    media: room.media,
    records: room.records,
    lost: room.lost,
    enter: async (liveId, peerId, place) => {
      const heard = new Map<string, number>();
      const viewer = await room.joinLive(liveId, peerId, place, {
        packet: (mid) => void heard.set(mid, (heard.get(mid) ?? 0) + 1),
      });
      return { speak: async () => speak(viewer), heard: async (of) => heard.get(`a${of}`) ?? 0 };
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await room.stop();
    },
  };
};

const liveKit = async (path: string): Promise<Engine> => {
  let media: LiveMedia | null = null;
  const server: TestLiveKit = await startLiveKit(
    path,
    async (body, authorization) => (await media?.takeWebhook(body, authorization)) ?? false,
  );
  const created = createLiveKitMedia({ settings: server.settings, recordKey, log: silentLog });
  media = created;
  const records: LiveRecord[] = [];
  const lost = new Set<string>();
  const passes = new Map<string, Extract<LiveMediaEvent, { kind: "connect" }>>();
  created.listen((event) => {
    if (event.kind === "record") records.push(event.record);
    else if (event.kind === "lost") lost.add(event.peerId);
    else if (event.kind === "connect") passes.set(event.peerId, event);
  });
  const script = readFileSync(createRequire(import.meta.url).resolve("livekit-client"));
  const site = createServer((request, response) =>
    request.url === "/livekit.js"
      ? response.writeHead(200, { "content-type": "text/javascript" }).end(script)
      : response.writeHead(200, { "content-type": "text/html" }).end("<script src=/livekit.js></script>"),
  ).listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  const origin = `http://localhost:${typeof address === "object" && address ? address.port : 0}/`;
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--allow-loopback-in-peer-connection",
    ],
  });
  const connect = async (page: Page, url: string, token: string) => page.evaluate(joinRoom, { url, token });
  return {
    media: created,
    records,
    lost,
    enter: async (liveId, peerId, place) => {
      created.join({ liveId, peerId, uid: uidOf(peerId), place });
      await expect.poll(() => passes.has(peerId)).toBe(true);
      const page = await browser.newPage();
      await page.goto(origin);
      const { url = "", token = "" } = passes.get(peerId) ?? {};
      await connect(page, url, token);
      return {
        speak: () => page.evaluate(publishSound),
        heard: (of) => page.evaluate(packetsFrom, String(of)),
      };
    },
    stop: async () => {
      await browser.close();
      await created.stop();
      await server.stop();
      site.closeAllConnections();
      await new Promise((resolve) => site.close(resolve));
    },
  };
};

/** LiveKit's client in the page above, as far as the test uses it. */
interface PageRoom {
  connect(url: string, token: string): Promise<void>;
  on(event: string, listener: () => void): void;
  readonly localParticipant: {
    readonly permissions?: { readonly canPublish: boolean };
    setMicrophoneEnabled(isOn: boolean): Promise<unknown>;
  };
  readonly remoteParticipants: ReadonlyMap<
    string,
    {
      readonly attributes: Readonly<Record<string, string>>;
      readonly trackPublications: ReadonlyMap<
        string,
        { readonly kind: string; readonly track?: { readonly receiver?: RTCRtpReceiver } }
      >;
    }
  >;
}
interface PageWorld {
  LivekitClient: { Room: new () => PageRoom };
  room: PageRoom;
  counted: Record<string, number>;
}
// These run in the page.
const joinRoom = async ({ url, token }: { url: string; token: string }): Promise<void> => {
  const world = globalThis as unknown as PageWorld; // the page's own globals
  world.room = new world.LivekitClient.Room();
  world.counted = {};
  await world.room.connect(url, token);
};
const publishSound = async (): Promise<void> => {
  const { room } = globalThis as unknown as PageWorld; // the page's own globals
  while (!room.localParticipant.permissions?.canPublish) await new Promise((resolve) => setTimeout(resolve, 50));
  await room.localParticipant.setMicrophoneEnabled(true);
};
const packetsFrom = async (place: string): Promise<number> => {
  const { room, counted } = globalThis as unknown as PageWorld; // the page's own globals
  for (const participant of room.remoteParticipants.values()) {
    if (participant.attributes.place !== place) continue;
    for (const { kind, track } of participant.trackPublications.values())
      if (kind === "audio" && track?.receiver)
        for (const report of (await track.receiver.getStats()).values())
          if (report.type === "inbound-rtp") counted[`${place} ${report.ssrc}`] = report.packetsReceived;
  }
  return Object.entries(counted).reduce((sum, [name, count]) => sum + (name.startsWith(`${place} `) ? count : 0), 0);
};

const server = findLiveKitServer();
if (!server)
  process.stderr.write("SKIPPED: LiveKit's server is not here (LIVEKIT_SERVER, or TRIBE_LONG=1 with Go builds it)\n");
const engines: readonly (readonly [string, () => Promise<Engine>])[] = [
  ["the embedded unit", embedded],
  ...(server ? [["LiveKit", () => liveKit(server)] as const] : []),
];

describe.each(engines)("%s", (_name, create) => {
  const allOff = { microphone: false, camera: false, screen: false };
  const more = async (client: Client, place: number) => {
    const before = await client.heard(place);
    await expect.poll(() => client.heard(place), { timeout: 60_000 }).toBeGreaterThan(before + 10);
  };
  /** Media of one place has stopped, while another one's still arrives. */
  const silence = (client: Client, place: number) =>
    expect
      .poll(
        async () => {
          const before = await client.heard(place);
          await new Promise((resolve) => setTimeout(resolve, 400));
          return (await client.heard(place)) - before;
        },
        { timeout: 60_000 },
      )
      .toBe(0);

  test("forwards allowed media, and records events: signed, in order, each once", async () => {
    const engine = await create();
    closing.push(engine.stop);
    const { media, records } = engine;
    const liveId = crypto.randomUUID();
    const own = () => records.filter((record) => record.liveId === liveId);
    const recorded = (...codes: number[]) =>
      expect.poll(() => own().map(({ code }) => code), { timeout: 60_000 }).toEqual(codes);
    const codes = liveEventCodes;
    media.open(liveId, 0);
    const chief = await engine.enter(liveId, "chief", 0);
    await recorded(codes.channelCreate, codes.broadcasterJoin);
    const member = await engine.enter(liveId, "member", null);
    await recorded(codes.channelCreate, codes.broadcasterJoin, codes.audienceJoin);

    media.allow("chief", { ...allOff, microphone: true });
    await chief.speak();
    await more(member, 0);
    media.setPlace("member", 1);
    media.allow("member", { ...allOff, microphone: true });
    await member.speak();
    await more(chief, 1);
    media.allow("chief", allOff);
    await silence(member, 0);
    media.setPlace("member", null);
    await silence(chief, 1);
    media.leave("member");
    const until = [codes.channelCreate, codes.broadcasterJoin, codes.audienceJoin, codes.becameBroadcaster];
    await recorded(...until, codes.becameAudience, codes.audienceLeave);
    media.close(liveId);
    const whole = [...until, codes.becameAudience, codes.audienceLeave, codes.broadcasterLeave, codes.channelDestroy];
    await recorded(...whole);
    expect(own().map(({ number }) => number)).toEqual(whole.map((_, index) => index + 1));
    for (const { mac, ...record } of own())
      expect(mac).toBe(createHmac("sha256", recordKey).update(recordText(record)).digest("base64url"));
    expect(own().map(({ uid }) => uid)).toContain(uidOf("member"));
    expect([...engine.lost]).toEqual([]);
    // Later calls about peers that have left do nothing.
    media.leave("member");
    media.setPlace("nobody", 3);
    media.allow("nobody", allOff);
    media.close(liveId);
  });
});

describe("LiveKit's webhooks", () => {
  const settings = { url: "ws://127.0.0.1:9", apiUrl: "http://127.0.0.1:9", key: "key", secret: "secret" };
  test("are accepted only with a signature, and once", async () => {
    const media = createLiveKitMedia({ settings, recordKey, log: silentLog });
    closing.push(() => media.stop());
    const records: LiveRecord[] = [];
    media.listen((event) => event.kind === "record" && records.push(event.record));
    media.open("room", 5);
    media.join({ liveId: "room", peerId: "peer", uid: uidOf("peer"), place: null });
    const body = (id: string, event: string, sid: string) =>
      JSON.stringify({ id, event, room: { name: "room" }, participant: { identity: "peer", sid } });
    const sign = async (text: string, secret = settings.secret) => {
      const { AccessToken } = await import("livekit-server-sdk");
      const token = new AccessToken(settings.key, secret, { ttl: 60 });
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
      token.sha256 = Buffer.from(digest).toString("base64");
      return token.toJwt();
    };
    const joined = body("1", "participant_joined", "a");
    expect(await media.takeWebhook(joined, "")).toBe(false);
    expect(await media.takeWebhook(joined, "nonsense")).toBe(false);
    expect(await media.takeWebhook(joined, await sign(joined, "another secret"))).toBe(false);
    expect(await media.takeWebhook(joined, await sign(body("2", "participant_joined", "a")))).toBe(false);
    expect(await media.takeWebhook("{", await sign("{"))).toBe(false);
    expect(records).toEqual([]);
    for (let times = 0; times < 3; times += 1) expect(await media.takeWebhook(joined, await sign(joined))).toBe(true);
    const stranger = joined.replace('"room"}', '"elsewhere"}').replace('"1"', '"3"');
    expect(await media.takeWebhook(stranger, await sign(stranger))).toBe(true);
    // The end of a connection that another one has replaced is ignored.
    const [again, old, end] = [
      body("4", "participant_joined", "b"),
      body("5", "participant_left", "a"),
      body("6", "participant_left", "b"),
    ];
    for (const each of [again, old, end, end]) expect(await media.takeWebhook(each, await sign(each))).toBe(true);
    expect(records.map(({ number, code }) => [number, code])).toEqual([
      [6, liveEventCodes.audienceJoin],
      [7, liveEventCodes.audienceLeave],
    ]);
  });
});
