import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";

const compress = promisify(brotliCompress);
/** Quick enough to be done for each answer, and most of what the slowest level saves. */
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** What we have, the best first. */
const encodings = ["br", "identity"];

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
  return reply.header("content-encoding", "br").send(await compress(text, level));
};
