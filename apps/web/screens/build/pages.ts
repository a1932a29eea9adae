import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Connect, Plugin, ViteDevServer } from "vite";

/** The app's folder. */
export const web = fileURLToPath(new URL("../..", import.meta.url));

/** A page that screens open: the app's, or the wallet's own. */
export interface ScreenPage {
  /** The folder of what is shown, with its index.html. */
  readonly root: string;
  /** The page's script among the sources. */
  readonly source: string;
  /** Where the built page is served: what it consists of, and nothing else. */
  readonly base: string;
  /** The build of this process's run; it is deleted at its end. */
  readonly built: string;
}

const pageOf = (name: string, root: string): ScreenPage => ({
  root,
  source: join(root, "screens/page/main.ts"),
  base: `/__screens__/${name}/`,
  built: join(web, "../../node_modules/.cache/screens", String(process.pid), name),
});
const app = pageOf("app", web);
const signer = pageOf("signer", join(web, "../signer"));
export const pages: readonly ScreenPage[] = [app, signer];

/** The addresses of the wallet's pages begin with it; all others are the app's. */
const signerPath = "/__signer__/";

/** The address of the scripted wallet's frame. */
const walletPath = "/__wallet__/";
const walletPage = `<!doctype html><html lang="en"><title>Wallet</title><style>
:root { color-scheme: light dark; font: 14px system-ui; color: #888 }
body { display: grid; place-items: center; height: 100vh; margin: 0; box-sizing: border-box; border: 1px dashed; border-radius: 12px }
</style><body>The wallet's own view<script>
parent.parent.tribeScreens.get(parent.name).connectWallet(window, (message) => parent.postMessage(message, location.origin));
</script></body></html>`;

const types: Readonly<Record<string, string>> = {
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** What stands for every picture that somebody has chosen or sent. */
const anyPicture = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 12 8"><rect width="12" height="8" fill="#e8a15c"/><circle cx="6" cy="5" r="2" fill="#fbe9c6"/><path d="M0 6L4 4l4 2 4-1v3H0z" fill="#5a3b52"/></svg>`;
/** Where the page asks for them. */
const isPicture = (path: string): boolean => path.startsWith("/media/") || path === "/face.png";

/** Makes the page's window what the test's browser is like, before any script of the page. */
const shapeScript = "<script>parent.tribeScreens?.get(window.name)?.shape?.(window)</script>";

/** index.html as it is, with the screens' script in the place of its own. */
const screenPage = ({ root }: ScreenPage, script: string): string =>
  readFileSync(join(root, "index.html"), "utf8")
    .replace("<title>", `${shapeScript}<title>`)
    .replace('<script type="module" src="/src/main.tsx"></script>', script);

const builtScript = ({ base }: ScreenPage): string =>
  `<link rel="stylesheet" href="${base}page.css"><script type="module" src="${base}page.js"></script>`;
const sourceScript = ({ source }: ScreenPage): string => `<script type="module" src="/@fs/${source}"></script>`;

/**
 * Serves the pages of screens at any address of the app or the wallet, to frames alone: whatever a test or a person opens lies in
 * a frame.
 * @param from `build`: the pages as built before the run, quick to open; `sources`: through Vite, with hot reload
 */
export const screenPages = (from: "build" | "sources"): Plugin => {
  const serveBy =
    (vite: ViteDevServer): Connect.NextHandleFunction =>
    async (request, response, next) => {
      const path = new URL(request.url ?? "/", "http://localhost").pathname;
      const send = (type: string, body: string | Buffer) => {
        response.setHeader("content-type", type);
        response.end(body);
      };
      const ofBuild = pages.find(({ base }) => path.startsWith(base));
      if (ofBuild) {
        // The frames of a run open the same files again and again.
        response.setHeader("cache-control", "max-age=86400, immutable");
        try {
          const file = readFileSync(join(ofBuild.built, path.slice(ofBuild.base.length)));
          return send(types[path.split(".").at(-1) ?? ""] ?? "application/octet-stream", file);
        } catch {
          response.statusCode = 404;
          return response.end();
        }
      }
      if (isPicture(path)) return send("image/svg+xml", anyPicture);
      if (request.headers["sec-fetch-dest"] !== "iframe" || path.startsWith("/__vitest")) return next();
      if (path === walletPath) return send("text/html", walletPage);
      const page = path.startsWith(signerPath) ? signer : app;
      if (from === "build") return send("text/html", screenPage(page, builtScript(page)));
      return send("text/html", await vite.transformIndexHtml("/index.html", screenPage(page, sourceScript(page))));
    };
  return {
    name: "tribe-screen-pages",
    configureServer: (vite) => {
      vite.middlewares.use(serveBy(vite));
    },
  };
};
