import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import type { FromSfu, ToSfu } from "../apps/server/src/engines/live/sfu/messages.ts";
import { createViewer, type Viewer } from "../apps/server/src/engines/live/testing/viewer.ts";
import { percentile, type Row, type Suite } from "./suite.ts";

// The forwarding unit alone, as the server starts it: one speaker at 500 kbit/s, and viewers who take all of it.

const crowds = [24, 99] as const;
const seconds = 12;
const liveId = "00000000-0000-4000-8000-000000000000";
const uid = z.parse(uidSchema, "bench-person");

/** Processor time of a process so far, s; the kernel counts hundredths. */
const processorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

/** Runs one speaker before a crowd. Answers its figures. */
const measure = async (crowd: number): Promise<readonly Row[]> => {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const unit: ChildProcess = fork(
    fileURLToPath(new URL("../apps/server/src/engines/live/sfu/main.ts", import.meta.url)),
    [],
    {
      execArgv: ["--import", loader],
    },
  );
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
    say({ kind: "start", network: { bindAddress: "127.0.0.1", publicAddress: null, ports: null }, recordKey: "bench" });
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

/** Live media: what one speaker before a crowd costs, and how soon somebody who joins sees them. */
export const run = async (): Promise<Suite> => {
  const rows: Row[] = [];
  for (const crowd of crowds) rows.push(...(await measure(crowd)));
  return { suite: "live", rows };
};
