import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type HostileInput, tokenPlace } from "./input.ts";

/** A client's own timeout for an answer, and then for a close, before it disconnects. */
const answerMs = 500;
const closeMs = 50;
const betweenPiecesMs = 1;

/** Whether a client can choose its loopback address; on other systems all use the same one. */
const hasManyLoopbacks = process.platform === "linux";

/**
 * Acts as a client: connects from its address, sends its pieces, and ends as the input says.
 * @returns the HTTP status codes of the answers
 */
export const throwInput = async (input: HostileInput, port: number, token: string): Promise<readonly number[]> => {
  const socket = connect({
    port,
    host: "127.0.0.1",
    allowHalfOpen: true,
    ...(hasManyLoopbacks ? { localAddress: input.from } : {}),
  });
  const closed = once(socket, "close").catch(() => undefined);
  socket.on("error", () => socket.destroy());
  let answer = "";
  const answered = new Promise<void>((resolve) => {
    if (!input.isReading) return;
    socket.setEncoding("latin1").on("data", (text: string) => {
      if (answer.length < 200_000) answer += text;
      resolve();
    });
    socket.on("end", resolve);
  });
  for (const [at, piece] of input.pieces.entries()) {
    if (socket.destroyed) break;
    await sent(socket, at === 0 && input.needsToken ? withToken(piece, token) : piece);
    // Frames count only after the server has accepted the handshake; some are sent together with it all the same.
    if (at === 0 && input.kind === "frames" && input.index % 4 !== 0) await within(answerMs, answered, closed);
    else if (at < input.pieces.length - 1) await wait(betweenPiecesMs);
  }
  if (input.leaving === "reset at once") socket.resetAndDestroy();
  if (input.leaving === "half-close") socket.end();
  await within(input.isReading ? answerMs : closeMs, answered, closed);
  if (input.leaving === "end") socket.end();
  await within(closeMs, closed);
  if (input.leaving === "reset") socket.resetAndDestroy();
  socket.destroy();
  await closed;
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
};

const withToken = (opening: Buffer, token: string): Buffer =>
  Buffer.from(opening.toString("latin1").replace(tokenPlace, token), "latin1");

const sent = (socket: Socket, piece: Buffer): Promise<void> =>
  new Promise((resolve) => {
    socket.once("close", resolve);
    socket.write(piece, () => {
      socket.off("close", resolve);
      resolve();
    });
  });

const within = async (ms: number, ...moments: readonly Promise<unknown>[]): Promise<void> => {
  const timeout = new AbortController();
  await Promise.race([...moments, wait(ms, undefined, { signal: timeout.signal }).catch(() => undefined)]);
  timeout.abort();
};
