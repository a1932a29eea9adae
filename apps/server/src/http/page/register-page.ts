import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { firstDataId, firstDataSchema } from "@tribe/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import type { RouteImplementation } from "../implement.ts";
import { firstDataOf } from "./first-data.ts";
import { shellOf } from "./shell.ts";
import { escapeHtml, escapeJson, type PageTemplate, readTemplate } from "./template.ts";

const compress = promisify(brotliCompress);
/** Quick enough to be done for each answer, and most of what the slowest level saves. */
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Answers a navigation with the page, its first data and its shell. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The page of a folder, taken apart; null when it is not built. */
export const openTemplate = async (folder: string): Promise<PageTemplate | null> => {
  const file = join(folder, "index.html");
  return existsSync(file) ? readTemplate(await readFile(file, "utf8")) : null;
};

/** Makes what sends the page. */
export const createPage =
  (ctx: AppContext, template: PageTemplate, implementations: readonly RouteImplementation[]): SendPage =>
  async (request, reply) => {
    const data = await firstDataOf({ ctx, implementations, request, reply });
    const shell = shellOf(template, request.raw.url?.split("?")[0] ?? "/", data);
    const json = escapeJson(JSON.stringify(z.encode(firstDataSchema, data)));
    const html = template.page({
      title: shell.title,
      head: template
        .preloads(shell.name)
        .map((path) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${escapeHtml(path)}">`)
        .join(""),
      main: shell.main,
      // A block of data is no script: the content security policy needs no exception for it.
      data: `<script type="application/json" id="${firstDataId}">${json}</script>`,
    });
    reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").header("vary", "accept-encoding");
    if (!/\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""))) return reply.send(html);
    return reply.header("content-encoding", "br").send(await compress(html, level));
  };
