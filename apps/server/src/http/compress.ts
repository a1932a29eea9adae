import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import QuickLRU from "quick-lru";

const compress = promisify(brotliCompress);
/**
 * Done for each answer, so it must be quick: level 4 takes twice the time for half a percent fewer bytes of a listing and none of a
 * history, level 5 four times for 3 and 5 %; level 1 leaves a tenth more.
 */
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
/** What we have, the best first. */
const encodings = ["br", "identity"];
/** What is kept: at the very most some 20 MB. */
const maxKept = 100;
const maxKeptText = 65_536;

interface Compressed {
  readonly text: string;
  readonly bytes: Promise<Buffer>;
}

/** What each target was answered last. The cache holds up to twice as many. */
const kept = new QuickLRU<string, Compressed>({ maxSize: maxKept / 2 });

/** Compressed once as long as a target is answered the same: everybody who comes to Home asks for the same page within seconds. */
const compressed = (target: string, text: string): Promise<Buffer> => {
  const known = kept.get(target);
  if (known?.text === text) return known.bytes;
  const bytes = compress(text, level);
  if (text.length > maxKeptText) return bytes;
  kept.set(target, { text, bytes });
  // Whoever asks next tries again.
  bytes.catch(() => kept.delete(target));
  return bytes;
};

/**
 * Sends a text, compressed (off the event loop) where the caller likes brotli best of what we have. The content type is set
 * before. `@fastify/compress` would do it by a stream for each answer: a text that is whole already is compressed at one go.
 */
export const sendCompressed = async (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> => {
  reply.header("vary", "accept-encoding");
  if (negotiate(String(request.headers["accept-encoding"] ?? ""), encodings) !== "br") return reply.send(text);
  return reply.header("content-encoding", "br").send(await compressed(request.url, text));
};
