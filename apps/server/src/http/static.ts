import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Vite puts a content hash into the names below `assets/`: such files never change. */
const isHashed = (path: string): boolean => /\/assets\/[^/]+-[\w-]{8,}\.\w+(\.br)?$/.test(path);

/**
 * Serves the files of a built page, in their precompressed form when the browser accepts it.
 * @param options.index whether `/` is the folder's unchanged index.html; otherwise another handler answers it.
 */
export const registerStatic = async (
  app: FastifyInstance,
  folder: string,
  { index = true }: { readonly index?: boolean } = {},
): Promise<void> => {
  if (!existsSync(join(folder, "index.html"))) {
    app.get("/", async (_request, reply) =>
      reply.status(503).type("text/plain; charset=utf-8").send("This page is not built yet. Run: npm start\n"),
    );
    return;
  }
  const options = {
    // With it, a folder's `/` is not found for clients that accept brotli, unless its index.html has a compressed file, too.
    preCompressed: !index,
    etag: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Allows the service worker the whole origin, wherever its file is.
      if (path.endsWith("/push-sw.js")) reply.header("service-worker-allowed", "/");
      reply.header("cache-control", isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache");
    },
  } satisfies Partial<FastifyStaticOptions>;
  await app.register(fastifyStatic, {
    ...options,
    root: folder,
    wildcard: false,
    index: index ? "index.html" : false,
    // The raw page without its data must not be served, and a compressed file only stands for its original.
    globIgnore: ["assets/**", "**/*.br", ...(index ? [] : ["index.html"])],
  });
  // Looked up on each request: a new build while the server runs has other files.
  await app.register(fastifyStatic, {
    ...options,
    root: join(folder, "assets"),
    prefix: "/assets/",
    decorateReply: false,
    index: false,
    // A compressed file only stands for its original, and folders have no listing.
    allowedPath: (path) => !/(\.br|\/)$/.test(path),
  });
};
