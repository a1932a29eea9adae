import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import QuickLRU from "quick-lru";

const compress = promisify(brotliCompress);
/**
 * Brotli level: it runs for each answer, so it must be fast. Level 4 takes twice the time for half a percent fewer bytes of a
 * listing and none of a history, level 5 four times for 3 and 5 %; level 1 gives a tenth more bytes.
 */
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
/** Supported encodings, the best first. */
const encodings = ["br", "identity"];
/** Cached answers: at most some 20 MB. */
const maxKept = 100;
const maxKeptText = 65_536;

interface Compressed {
  readonly text: string;
  readonly bytes: Promise<Buffer>;
}

/** The last answer of each target. The cache holds up to twice as many. */
const kept = new QuickLRU<string, Compressed>({ maxSize: maxKept / 2 });

/** Compresses once as long as a target's answer stays the same: many visitors load Home's page within seconds. */
const compressed = (target: string, text: string): Promise<Buffer> => {
  const known = kept.get(target);
  if (known?.text === text) return known.bytes;
  const bytes = compress(text, level);
  if (text.length > maxKeptText) return bytes;
  kept.set(target, { text, bytes });
  // The next request tries again.
  bytes.catch(() => kept.delete(target));
  return bytes;
};

/**
 * Sends a text, compressed (off the event loop) if the caller prefers brotli among our encodings. The content type must be
 * set before. `@fastify/compress` would create a stream for each answer: a complete text is faster to compress in one go.
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
