import { expect, test } from "vitest";
import { Line, type LineReport } from "./line.ts";

/** One report per second; the sent bitrate depends on the level. */
const run = (line: Line, from: number, seconds: number, report: Partial<LineReport>) => {
  for (let second = 0; second < seconds; second += 1) {
    const now = from + second * 1_000;
    line.take({ loss: null, bitrate: null, sent: 1_000_000, ...report }, now);
    line.tick(now);
  }
  return from + seconds * 1_000;
};

test("a slow connection gets small video, then only sound, and everything again when it recovers", () => {
  const line = new Line();
  let now = run(line, 0, 30, { bitrate: 1_200_000, loss: 0.01 });
  expect(line.level).toBe("full");
  now = run(line, now, 2, { bitrate: 600_000 });
  expect(line.level).toBe("small");
  now = run(line, now, 5, { bitrate: 90_000, sent: 200_000 });
  expect(line.level).toBe("sound");
  // Only sound is sent, so the receiver's estimate is hardly higher, which is not a fault.
  now = run(line, now, 40, { bitrate: 55_000, sent: 45_000, loss: 0 });
  expect(line.level).not.toBe("sound");
  run(line, now, 80, { bitrate: 1_500_000, sent: 1_000_000, loss: 0 });
  expect(line.level).toBe("full");
});

test("a low estimate is not a fault while little is sent", () => {
  const line = new Line();
  run(line, 0, 60, { bitrate: 230_000, sent: 190_000, loss: 0 });
  expect(line.level).toBe("full");
});

test("2 % loss changes nothing, 10 % leaves the small video, 40 % only the sound", () => {
  const [a, b, c] = [new Line(), new Line(), new Line()];
  run(a, 0, 60, { loss: 0.02 });
  run(b, 0, 6, { loss: 0.1 });
  run(c, 0, 10, { loss: 0.4 });
  expect([a.level, b.level, c.level]).toEqual(["full", "small", "sound"]);
});

test("one bad second is ignored, and failed upgrades are retried at growing intervals", () => {
  const line = new Line();
  let now = run(line, 0, 10, { loss: 0 });
  now = run(line, now, 1, { loss: 0.5 });
  now = run(line, now, 5, { loss: 0 });
  expect(line.level).toBe("full");
  let changes = 0;
  let before = line.level;
  for (let second = 0; second < 300; second += 1) {
    // Good as long as little is sent.
    line.take({ loss: line.level === "full" ? 0.3 : 0, bitrate: null, sent: 1_000_000 }, now);
    line.tick(now);
    if (line.level !== before) changes += 1;
    before = line.level;
    now += 1_000;
  }
  expect(changes).toBeGreaterThan(4);
  expect(changes).toBeLessThan(20);
});
