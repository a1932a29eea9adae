import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { writePieces } from "./write-pieces.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("lets the event loop run while a client takes each piece at once", async () => {
  // A fake clock: on a busy machine any piece can take longer than a turn.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  function* pieces() {
    for (let i = 0; i < 120; i++) {
      now += 1;
      yield "x".repeat(64 * 1024);
    }
  }
  let bytes = 0;
  // Full with each piece, and empty again before anything else runs.
  const client = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      process.nextTick(done);
    },
  });
  let isOver = false;
  const writing = writePieces(client, pieces()).then(() => {
    isOver = true;
  });
  let rounds = 0;
  while (!isOver) {
    await setImmediate();
    rounds += 1;
  }
  await writing;
  expect(bytes).toBe(120 * 64 * 1024);
  // Five pieces are a turn; without turns all of them would be written in one.
  expect(rounds).toBeGreaterThanOrEqual(20);
});
