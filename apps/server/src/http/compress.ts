import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

const compress = promisify(brotliCompress);
/** Quick enough to be done for each answer, and most of what the slowest level saves. */
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Sends a text, compressed (off the event loop) where the caller takes brotli. The content type is set before. */
export const sendCompressed = async (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> => {
  reply.header("vary", "accept-encoding");
  if (!/\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""))) return reply.send(text);
  return reply.header("content-encoding", "br").send(await compress(text, level));
};
