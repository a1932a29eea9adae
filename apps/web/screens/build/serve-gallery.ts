import { readFileSync } from "node:fs";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { createServer, type Plugin } from "vite";
import { screenPages, web } from "./pages.ts";

const gallery = join(web, "screens/gallery");

/** Serves the gallery at `/`. */
const galleryPage: Plugin = {
  name: "tribe-screen-gallery",
  configureServer: (server) => {
    server.middlewares.use(async (request, response, next) => {
      if (request.url !== "/" || request.headers["sec-fetch-dest"] === "iframe") return next();
      const script = `<script type="module" src="/@fs/${join(gallery, "main.ts")}"></script>`;
      const page = readFileSync(join(gallery, "index.html"), "utf8").replace("</body>", `${script}</body>`);
      response.setHeader("content-type", "text/html");
      response.end(await server.transformIndexHtml("/", page));
    });
  },
};

/** Serves the named states of screens from the sources, with hot reload. @returns the gallery's address */
export const serveGallery = async (): Promise<string> => {
  const server = await createServer({
    configFile: false,
    root: web,
    appType: "custom",
    logLevel: "warn",
    plugins: [react(), tailwindcss(), galleryPage, screenPages("sources")],
    resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }] },
  });
  await server.listen();
  return server.resolvedUrls?.local[0] ?? "";
};
