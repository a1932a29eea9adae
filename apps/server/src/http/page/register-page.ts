import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { firstDataId, firstDataSchema } from "@tribe/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { AppContext } from "../../context/context.ts";
import { sendCompressed } from "../compress.ts";
import type { RouteImplementation } from "../implement.ts";
import { readTarget } from "../request/target.ts";
import { appHeaders } from "../security-headers.ts";
import { createFirstData } from "./first-data.ts";
import { previewOf, previewTags } from "./preview.ts";
import { shellOf } from "./shell.ts";
import { escapeHtml, escapeJson, type PageTemplate, readTemplate } from "./template.ts";

/** Answers a navigation with the page, its first data and its shell. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The currently built page. */
export type ReadPage = () => Promise<PageTemplate>;

/**
 * Parses the built page in a folder; null when it is not built. A new build is used from the next answer on, because the old
 * page's files are gone then. While it is incomplete, the old page stays.
 */
export const openTemplate = async (folder: string): Promise<ReadPage | null> => {
  const file = join(folder, "index.html");
  const versionOf = async (): Promise<number | null> => (await stat(file).catch(() => null))?.mtimeMs ?? null;
  let version = await versionOf();
  if (version === null) return null;
  let template = readTemplate(await readFile(file, "utf8"));
  return async () => {
    const newest = await versionOf();
    if (newest === null || newest === version) return template;
    const html = await readFile(file, "utf8").catch(() => "");
    // It may be half written.
    if (!html.trimEnd().endsWith("</html>")) return template;
    version = newest;
    template = readTemplate(html);
    return template;
  };
};

/** Creates the function that sends the page without data and first screen: the service worker opens it when offline. */
export const createShellPage =
  (ctx: AppContext, readPage: ReadPage): SendPage =>
  async (request, reply) => {
    const template = await readPage();
    reply
      .headers(appHeaders(ctx.config, template.scriptHashes))
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache");
    return sendCompressed(
      request,
      reply,
      template.page({ title: "Tribe", preview: "", preloads: "", main: "", data: "" }),
    );
  };

/** Creates the function that sends the page. */
export const createPage = (
  ctx: AppContext,
  readPage: ReadPage,
  implementations: readonly RouteImplementation[],
): SendPage => {
  const readFirstData = createFirstData();
  return async (request, reply) => {
    const template = await readPage();
    const { data, isMissing } = await readFirstData({ ctx, implementations, request, reply });
    const { path } = readTarget(request.raw.url);
    const shell = shellOf(template, path, data);
    const preview = previewOf(path, data, isMissing, ctx.config.shareUrl);
    const json = escapeJson(JSON.stringify(z.encode(firstDataSchema, data)));
    const html = template.page({
      title: preview.title,
      preview: previewTags(preview, path, ctx.config.appUrl),
      preloads: template
        .preloads(shell.name)
        .map((path) => `<link rel="modulepreload" crossorigin href="${escapeHtml(path)}">`)
        .join(""),
      main: shell.main,
      // A data block is not a script: the content security policy needs no exception for it.
      data: `<script type="application/json" id="${firstDataId}">${json}</script>`,
    });
    // The page's script shows the same; crawlers use the status.
    reply
      .status(isMissing ? 404 : 200)
      .headers(appHeaders(ctx.config, template.scriptHashes))
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache");
    return sendCompressed(request, reply, html);
  };
};
