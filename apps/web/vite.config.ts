import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { compileAhead } from "./build/compile-ahead.ts";
import { firstLoad } from "./build/first-load.ts";
import { shellPath } from "./src/service-worker/paths.ts";

/** The steps in which main.tsx makes the page, and what the pages that most people come to are drawn by. */
const firstChunks = ["view", "contract", "prepare", "base", "HomePage", "TribeHeader"];

export default defineConfig({
  // React has had it since 18: what libraries bring along for older ones is not loaded.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }] },
  plugins: [
    react(),
    tailwindcss(),
    compileAhead(firstChunks),
    firstLoad(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/service-worker",
      filename: "push-sw.ts",
      // src/app/shell/service-worker.ts does it, after the first paint.
      injectRegister: false,
      manifest: {
        id: "/",
        name: "Tribe",
        short_name: "Tribe",
        description: "Private chats with a few seats. The market decides who sits.",
        lang: "en",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: "#0e0b09",
        theme_color: "#0e0b09",
        categories: ["social", "finance"],
        icons: [
          { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      injectManifest: {
        // All scripts, because a page that was never opened may be the next one; of the fonts those of Latin letters.
        // LiveKit's client is for installations that have LiveKit, and for who goes into a live there.
        globIgnores: ["assets/livekit-connection-*.js"],
        globPatterns: ["index.html", "icon.svg", "assets/*.js", "assets/*-latin-wght-*.woff2"],
        // Their names have their contents' hash: they need no other revision.
        dontCacheBustURLsMatching: /^assets\//,
        // The server writes the page anew for each answer; it has one without data for this.
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) => (entry.url === "index.html" ? { ...entry, url: shellPath } : entry)),
            warnings: [],
          }),
        ],
      },
    }),
  ],
  build: {
    target: "es2023",
    outDir: "dist",
    // The hash in each name makes the assets cacheable for ever; index.html is asked for each time.
    assetsDir: "assets",
    // One sheet: it stands in the page, so that no part of the page asks for it again.
    cssCodeSplit: false,
    sourcemap: false,
    // The page and its first steps are asked for by firstLoad(); what comes later brings its parts along.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostId, hostType }) =>
        hostType === "html" || /\/index-[^/]+\.js$/.test(hostId) ? [] : parts,
    },
    rolldownOptions: {
      output: {
        // What every page needs, cut where main.tsx makes a pause between two tasks; each group takes with it what it
        // imports. The small parts that pages share are one file: on a phone each further one costs a round trip. Dialogs
        // bring their own.
        codeSplitting: {
          groups: [
            { name: "view", test: /node_modules\/react-dom\//, priority: 6 },
            { name: "start", test: /preload-helper|src\/shared\/time\/idle\.ts$/, priority: 7 },
            { name: "contract", test: /src\/first-data\.ts$/, priority: 4 },
            { name: "prepare", test: /src\/app\/prepare\.ts$/, priority: 3 },
            { name: "base", test: /src\/app\/draw\.tsx$/, priority: 2 },
            {
              name: "parts",
              test: /src\/shared\/(components(?!\/draw-avatar)|live|realtime|flow\/openers|people\/MembersLoading|queries\/token\.)|packages\/ui\/src\/(Tabs|use-media-query)|@tanstack\/.*infinite|lucide-react\/.*\/(settings|arrow-up-right)\./i,
              // What one page alone shows stays with it.
              minShareCount: 2,
              priority: 1,
            },
            // What a seat costs, on the curve and in the pool: one file, for every page of a Tribe asks all of it.
            {
              name: "seat",
              test: /domain\/src\/(membership\/entry-offer|pool\/(pool-entry|swap-quotes|migration)|curve\/quotes|money\/fees)|shared\/trading\/(seat\/|costs\/slippage\.)/,
              minShareCount: 2,
              priority: 1,
            },
            // What pages know of the wallet: its calls, and how safe it is.
            {
              name: "wallet",
              test: /contract\/src\/routes\/wallet\.ts|shared\/wallet\/wallet-(safety|mode)\.ts/,
              minShareCount: 2,
              priority: 1,
            },
            // What Home asks for, and who sends to somebody, too: one file for both.
            {
              name: "listing",
              test: /features\/home\/listing\/queries\.ts|routes\/identity\/people-search\.ts/,
              minShareCount: 2,
              priority: 1,
            },
            // Icons that a few dialogs share are not for the first page.
            { name: "icons", test: /lucide-react/, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
