import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import type { FromSfu, ToSfu } from "../apps/server/src/engines/live/sfu/messages.ts";
import { startSfu } from "../apps/server/src/engines/live/sfu/start.ts";
import { processorTime } from "../apps/server/src/engines/live/testing/media-room.ts";
import { createViewer, type Viewer } from "../apps/server/src/engines/live/testing/viewer.ts";
import { startTribe } from "../e2e/support/product/tribe.ts";
import { measureJanus } from "./live/beside-janus.ts";
import { measureLiveKit } from "./live/beside-livekit.ts";
import { type CrowdCost, memoryOf } from "./live/crowd.ts";
import { measureCuts } from "./live/cut.ts";
import { measureGlass } from "./live/glass.ts";
import { measureManyJoins } from "./live/many-joins.ts";
import { percentile, type Row, type Suite } from "./suite.ts";

// The forwarding unit (SFU) alone, as the server starts it: one speaker at 500 kbit/s, and viewers who receive all of it.

const crowds = [24, 99] as const;
const seconds = 12;
/**
 * Bits of an average packet of the streams, with headers: per second 50 packets of video with 1,250 bytes each and 50 of audio
 * with 80 each.
 */
const packetBits = 8 * ((50 * 1_262 + 50 * 92) / 100);
const cutRounds = 40;
const glassSeconds = 10;
/** Joins of one forwarding unit, with this many at once. */
const manyJoins = { count: 1_000, atOnce: 8 } as const;
const liveId = "00000000-0000-4000-8000-000000000000";
const uid = z.parse(uidSchema, "bench-person");

/** Runs one speaker with a crowd of viewers, and returns the figures. */
const measure = async (crowd: number): Promise<readonly Row[]> => {
  const unit = startSfu({ detached: false, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const say = (message: ToSfu) => unit.send(message);
  const viewers = new Map<string, Viewer>();
  unit.on("message", (event: FromSfu) => {
    if (event.kind === "offer")
      viewers
        .get(event.peerId)
        ?.answer(event.part, event.sdp, (sdp) => say({ kind: "answer", peerId: event.peerId, part: event.part, sdp }));
    else if (event.kind === "answered") viewers.get(event.peerId)?.answered(event.part);
  });
  const pid = unit.pid ?? 0;
  try {
    say({
      kind: "start",
      network: { bindAddress: "127.0.0.1", publicAddress: null, ports: null },
      recordKey: "bench",
      memory: 512e6,
    });
    say({ kind: "open", liveId, after: 0 });
    const enter = async (peerId: string, place: number | null): Promise<Viewer> => {
      const viewer = createViewer(peerId);
      viewers.set(peerId, viewer);
      say({ kind: "join", peer: { liveId, peerId, uid, place } });
      return viewer;
    };
    const speaker = await enter("speaker", 0);
    await speaker.isSending;
    say({ kind: "allow", peerId: "speaker", streams: { microphone: true, camera: true, screen: false } });
    speaker.send(500_000);
    const empty = memoryOf(pid);
    const joins: number[] = [];
    for (let number = 0; number < crowd; number += 1) {
      const began = performance.now();
      const viewer = await enter(`viewer ${number}`, null);
      await viewer.firstPicture;
      joins.push(performance.now() - began);
    }
    for (const viewer of viewers.values()) viewer.reset();
    const [busy, sent, at] = [processorTime(pid), speaker.sent(), performance.now()];
    await wait(seconds * 1_000);
    const passed = (performance.now() - at) / 1_000;
    const share = ((processorTime(pid) - busy) / passed) * 100;
    const delays = [...viewers.values()].flatMap((viewer) => viewer.delays());
    const arrived = [...viewers.values()].reduce((sum, viewer) => sum + viewer.received(), 0);
    const megabits = (arrived * packetBits) / passed / 1e6;
    const row = (
      name: string,
      value: number,
      unit: string,
      bar: number | null,
      better: Row["better"] = "lower",
    ): Row => ({
      name: `viewers_${crowd}.${name}`,
      value: Math.round(value * 100) / 100,
      unit,
      bar,
      better,
    });
    return [
      row("processor", share, "% of a core", null),
      row("processor_per_viewer", share / crowd, "% of a core", null),
      row("processor_per_mbit", share / megabits, "% of a core", null),
      row("memory_per_viewer", (memoryOf(pid) - empty) / crowd, "MiB", null),
      row("join_to_first_picture_p95", percentile(joins, 0.95), "ms", 500),
      row("forwarding_p50", percentile(delays, 0.5), "ms", null),
      row("forwarding_p99", percentile(delays, 0.99), "ms", null),
      row("delivered", (100 * arrived) / ((speaker.sent() - sent) * crowd), "%", 99, "higher"),
    ];
  } finally {
    for (const viewer of viewers.values()) viewer.close();
    const ended = once(unit, "exit");
    unit.disconnect();
    await ended;
  }
};

/** The product's idle cost of the live feature. */
const measureIdle = async (): Promise<readonly Row[]> => {
  const tribe = await startTribe();
  try {
    let memory = 0;
    for (const pid of await tribe.processes()) {
      const maps = readFileSync(`/proc/${pid}/smaps`, "utf8").split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
      const isUnit = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("live/sfu/main");
      for (const map of maps)
        if (isUnit || map.split("\n")[0]?.includes("node_datachannel"))
          memory += Number(/^Rss:\s+(\d+)/m.exec(map)?.[1] ?? 0) / 1_024;
    }
    return [{ name: "idle_memory", value: Math.round(memory * 10) / 10, unit: "MiB", bar: 60, better: "lower" }];
  } finally {
    await tribe.stop();
  }
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** The same crowd on the servers for comparison, if they are installed. @param own our unit's figures */
const measureBeside = async (crowd: number, own: readonly Row[]): Promise<readonly Row[]> => {
  const load = { crowd, seconds, packetBits };
  const [liveKit, janus] = [await measureLiveKit(load), await measureJanus(load)];
  if (!liveKit)
    process.stderr.write("SKIPPED: LiveKit's server is not here (LIVEKIT_SERVER, or TRIBE_LONG=1 with Go builds it)\n");
  if (!janus) process.stderr.write("SKIPPED: Janus is not here (apt-get install janus)\n");
  const ofOurs = (name: string): number => own.find((row) => row.name === `viewers_${crowd}.${name}`)?.value ?? 0;
  const rowsOf = (who: string, version: string, theirs: CrowdCost, isBetter: boolean): readonly Row[] => {
    const against = (name: string, unit: string, value: number, hasBar: boolean): Row => ({
      name: `viewers_${crowd}.beside_${who}.${name}`,
      value: ofOurs(name),
      unit,
      bar: hasBar ? round(value) : null,
      better: "lower",
      versus: { who: version, value: round(value) },
    });
    return [
      against("processor_per_viewer", "% of a core", theirs.processor / crowd, false),
      // Our bar is the better of them.
      against("processor_per_mbit", "% of a core", theirs.perMegabit, isBetter),
      against("memory_per_viewer", "MiB", theirs.memory, false),
      {
        name: `viewers_${crowd}.${who}_delivered`,
        value: round(theirs.delivered),
        unit: "%",
        bar: null,
        better: "higher",
      },
    ];
  };
  const isLiveKitBetter = liveKit !== null && (janus === null || liveKit.perMegabit <= janus.perMegabit);
  return [
    ...(liveKit ? rowsOf("livekit", "LiveKit 1.13.5", liveKit, isLiveKitBetter) : []),
    ...(janus ? rowsOf("janus", "Janus 1.1.2 of Debian", janus, !isLiveKitBetter) : []),
  ];
};

/**
 * Live media: the cost of one speaker with a crowd of viewers, compared with LiveKit and Janus if installed, and the time from
 * a join to the first picture.
 */
export const run = async (): Promise<Suite> => {
  const rows: Row[] = [];
  for (const crowd of crowds) {
    const own = await measure(crowd);
    rows.push(...own, ...(await measureBeside(crowd, own)));
  }
  const many = await measureManyJoins(manyJoins);
  const manyRow = (name: string, value: number, unit: string, bar: number | null): Row => ({
    name: `joins_${manyJoins.count}.${name}`,
    value: round(value),
    unit,
    bar,
    better: "lower",
  });
  rows.push(
    manyRow("lost", many.lost, "joins", 0),
    manyRow("to_first_picture_p50", percentile(many.times, 0.5), "ms", null),
    manyRow("to_first_picture_p99", percentile(many.times, 0.99), "ms", null),
    manyRow("processor_per_join", many.processor, "ms", null),
    manyRow("memory_grown", many.memory, "MiB", null),
  );
  const cuts = await measureCuts(cutRounds);
  rows.push({
    name: "sell_to_media_cut_p99",
    value: round(percentile(cuts, 0.99)),
    unit: "ms",
    bar: 1_000,
    better: "lower",
  });
  const delays = await measureGlass(glassSeconds);
  rows.push({ name: "glass_to_glass_p50", value: percentile(delays, 0.5), unit: "ms", bar: 150, better: "lower" });
  rows.push(...(await measureIdle()));
  return { suite: "live", rows };
};
