import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";

// Maximum time that all long answers together may block other clients, ms (one piece may take longer).
const TURN_MS = 5;
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Writes an answer in pieces: other clients are served in between, and a slow client gets the next piece when it has taken the
 * last ones. Ends early when the client disconnects.
 */
export async function writePieces(response: Writable, pieces: Generator<string>): Promise<void> {
  let began = performance.now();
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    const isTimeUp = performance.now() - began >= TURN_MS;
    if (!isTimeUp && chunk.length < CHUNK_CHARACTERS) continue;
    // A drain event may come in the same round of the event loop, so only the next turn restarts the time.
    if (!response.write(chunk)) await roomIn(response);
    chunk = "";
    if (response.destroyed) return;
    if (!isTimeUp) continue;
    await nextTurnOfLongAnswers();
    if (response.destroyed) return;
    began = performance.now();
  }
  response.end(chunk);
}

let turns: Promise<void> = Promise.resolve();

/** Settles in a round of the event loop in which no other long answer continues. */
function nextTurnOfLongAnswers(): Promise<void> {
  turns = turns.then(() => setImmediate());
  return turns;
}

/** Settles when the client has taken the written data, or has disconnected. */
function roomIn(response: Writable): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const over = () => {
      response.off("drain", over);
      response.off("close", over);
      resolve();
    };
    response.on("drain", over);
    response.on("close", over);
  });
}
