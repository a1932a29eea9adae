import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { writePieces } from "./write-pieces.ts";

/** Pieces of 64 KiB, each of which takes the processor for a millisecond. */
function* slowPieces(count: number): Generator<string> {
  for (let i = 0; i < count; i++) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    yield "x".repeat(64 * 1024);
  }
}

it("lets the event loop go round while a client takes each piece at once", async () => {
  let bytes = 0;
  // Full with each piece, and empty again before anything else has its turn.
  const client = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      process.nextTick(done);
    },
  });
  let isOver = false;
  const writing = writePieces(client, slowPieces(120)).then(() => {
    isOver = true;
  });
  let rounds = 0;
  while (!isOver) {
    await setImmediate();
    rounds += 1;
  }
  await writing;
  expect(bytes).toBe(120 * 64 * 1024);
  // One round at least for each five pieces; without turns nearly all of them were written in one.
  expect(rounds).toBeGreaterThanOrEqual(20);
});
