import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Vite puts a content hash into the names below `assets/`: such files never change. */
const isHashed = (path: string): boolean => /\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(path);

/** Serves a built page from `folder`, with its `index.html` for every path that names no file. */
export const registerStatic = async (app: FastifyInstance, folder: string): Promise<void> => {
  if (!existsSync(join(folder, "index.html"))) {
    app.get("/", async (_request, reply) =>
      reply.status(503).type("text/plain; charset=utf-8").send("This page is not built yet. Run: npm start\n"),
    );
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: "index.html",
    etag: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header("cache-control", isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
};
