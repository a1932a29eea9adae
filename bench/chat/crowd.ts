import { setTimeout as wait } from "node:timers/promises";
import { type Line, openLine } from "../../apps/server/src/modules/realtime/testing/line.ts";
import { percentile, type Row } from "../suite.ts";
import { liftAllowances, type Scene, seedTribes, signInMany, type Talker } from "./scene.ts";

/** The largest number of seats of a chat. */
const crowd = 99;
const burst = 5;
const tribes = 100;
const secondsEach = 8;
/** A socket may send 20 frames a second. */
const framesPerSecond = 18;

/**
 * A crowd in one chat, and in a hundred, over a database with a latency of 1 ms: first everybody sends a burst while all read,
 * with the normal rate limits, and an unrelated query runs at the same time; then, without the limits per person, each socket
 * sends as fast as it may with nobody reading, which measures how many messages are accepted and stored.
 */
export const crowdRows = async (scene: Scene): Promise<Row[]> => {
  const people = await signInMany(scene, crowd);
  const mints = await seedTribes(scene.pool, tribes, people);
  const [first = ""] = mints;
  const open = (some: readonly Talker[]) => Promise.all(some.map(({ api }) => openLine(scene.appUrl, api)));
  const listeners = await open(people);
  const rows = [...(await burstRows(scene, first, listeners))];
  for (const line of listeners) line.close();
  const lines = await open([...people, ...people]);
  await liftAllowances(scene);
  rows.push(...(await throughputRows(scene, "one_tribe", 400, lines, () => first)));
  rows.push(
    ...(await throughputRows(scene, "hundred_tribes", 1_500, lines, (index) => mints[index % tribes] ?? first)),
  );
  for (const line of lines) line.close();
  return rows;
};

const burstRows = async (scene: Scene, mint: string, lines: readonly Line[]): Promise<Row[]> => {
  for (const line of lines) await line.read(mint);
  const queries: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      // One database query; no row has that id.
      await fetch(`${scene.appUrl}/api/v1/meta?t=1`).then((response) => response.arrayBuffer());
      queries.push(performance.now() - began);
      await wait(5);
    }
  })();
  const began = performance.now();
  const answers = await Promise.all(
    lines.flatMap((line, person) => Array.from({ length: burst }, (_, count) => line.say(mint, `${person}/${count}`))),
  );
  const tookMs = performance.now() - began;
  const all = lines.length * burst;
  while (lines.some((line) => line.received() < all) && performance.now() - began < 30_000) await wait(5);
  const arrivedMs = performance.now() - began;
  isOver = true;
  await asking;
  const refused = answers.filter((code) => code !== null && code !== "too_many_requests");
  const missing = lines.reduce((sum, line) => sum + all - line.received(), 0);
  return [
    { name: "burst.refused", value: refused.length, unit: `of ${all}`, bar: 0, better: "lower" },
    { name: "burst.not_delivered", value: missing, unit: `of ${all * lines.length}`, bar: 0, better: "lower" },
    { name: "burst.all_stored", value: Math.round(tookMs), unit: "ms", bar: null, better: "lower" },
    { name: "burst.all_delivered", value: Math.round(arrivedMs), unit: "ms", bar: null, better: "lower" },
    {
      name: "burst.unrelated_query.p99",
      value: tenths(percentile(queries, 0.99)),
      unit: "ms",
      bar: 50,
      better: "lower",
    },
  ];
};

const throughputRows = async (
  scene: Scene,
  name: string,
  bar: number,
  lines: readonly Line[],
  mintOf: (index: number) => string,
): Promise<Row[]> => {
  const delays: number[] = [];
  const refused: string[] = [];
  const count = async () =>
    Number((await scene.pool.query<{ count: string }>("select count(*) from messages")).rows[0]?.count);
  const before = await count();
  const began = performance.now();
  const end = began + secondsEach * 1_000;
  await Promise.all(
    lines.map(async (line, index) => {
      for (let sent = 0; performance.now() < end; sent += 1) {
        await wait(Math.max(0, began + (sent * 1_000) / framesPerSecond - performance.now()));
        const at = performance.now();
        const code = await line.say(mintOf(index + sent * 7), `${name} ${index}/${sent}`);
        if (code) refused.push(code);
        else delays.push(performance.now() - at);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const stored = (await count()) - before;
  return [
    { name: `${name}.stored_per_second`, value: Math.round(stored / seconds), unit: "/s", bar, better: "higher" },
    { name: `${name}.refused`, value: refused.length, unit: `of ${stored + refused.length}`, bar: 0, better: "lower" },
    {
      name: `${name}.acknowledged.p50`,
      value: tenths(percentile(delays, 0.5)),
      unit: "ms",
      bar: null,
      better: "lower",
    },
    {
      name: `${name}.acknowledged.p99`,
      value: tenths(percentile(delays, 0.99)),
      unit: "ms",
      bar: null,
      better: "lower",
    },
  ];
};

const tenths = (value: number): number => Math.round(value * 10) / 10;
