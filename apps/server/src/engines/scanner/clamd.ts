import { createReadStream } from "node:fs";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { type Scanner, ScannerError } from "./port.ts";

/** How long either side may be silent: clamd itself scans a file for at most two minutes by default (`MaxScanTime`). */
const silenceMs = 150_000;
const connectMs = 10_000;
/** clamd's default port. */
const clamdPort = 3310;
const chunkBytes = 65_536;
/** An answer is one line with the virus's name. */
const maxAnswerCharacters = 4_096;

/**
 * ClamAV's daemon, with its command `INSTREAM` (manual page clamd(8)): the bytes are sent over the socket, so that it needs
 * no access to our files.
 * @param url `tcp://host:port` or `unix:///path/of/the/socket`
 */
export const connectClamd = (url: string): Scanner => ({
  isInfected: async (path) => {
    const answer = await askOnce(url, path);
    if (/^stream: .+ FOUND$/s.test(answer)) return true;
    if (answer === "stream: OK") return false;
    throw new ScannerError(`clamd did not look at a file: ${answer || "it hung up"}`);
  },
});

const askOnce = async (url: string, path: string): Promise<string> => {
  const socket = openSocket(url);
  const onTimeout = () => socket.destroy(new Error("clamd is silent"));
  socket.setTimeout(connectMs, onTimeout).once("connect", () => socket.setTimeout(silenceMs));
  const sending = new AbortController();
  pipeline(createReadStream(path, { highWaterMark: chunkBytes }), asChunks, socket, {
    end: false,
    signal: sending.signal,
    // An answer that came nevertheless is more precise: clamd refuses a file that is too long before its end.
  }).catch((error: Error) => socket.destroy(error));
  try {
    return await readAnswer(socket);
  } catch (cause) {
    throw new ScannerError("clamd can't be reached", { cause });
  } finally {
    socket.destroy();
    // Otherwise it would wait forever for a closed connection, and keep the file open.
    sending.abort();
  }
};

const openSocket = (url: string): Socket => {
  const { protocol, hostname, port, pathname } = new URL(url);
  return protocol === "unix:"
    ? connect(decodeURIComponent(pathname))
    : connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || clamdPort) });
};

/** A chunk is its length, in four bytes (big-endian), and its bytes; an empty one is the last. */
async function* asChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const chunk of bytes) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

/** The answer up to the zero byte; empty when the connection ends before it. */
const readAnswer = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
      const end = text.indexOf("\0");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > maxAnswerCharacters) socket.destroy(new Error("clamd's answer has no end"));
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(""));
  });
