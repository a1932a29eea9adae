import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildTargets } from "../../packages/domain/src/browsers/floor.ts";
import { thirdPartyLicences } from "../../packages/ui/build/third-party-licences.ts";
import { browserCheck } from "./build/browser-check.ts";
import { compileAhead } from "./build/compile-ahead.ts";
import { firstLoad } from "./build/first-load.ts";
import { serviceWorker } from "./build/service-worker.ts";

/** What the service worker consists of, which is built by itself, and the styles that Tailwind starts from. */
const builtElsewhere = ["workbox-core", "workbox-precaching", "workbox-routing", "workbox-strategies", "tailwindcss"];
/** The chunks in which main.tsx renders the page, and those of the most visited pages. */
const firstChunks = ["view", "contract", "prepare", "base", "HomePage", "TribeHeader"];

export default defineConfig({
  // React has had this hook since version 18: the shim for older versions, which libraries import, is not needed.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }] },
  plugins: [
    react(),
    tailwindcss(),
    browserCheck(),
    compileAhead(firstChunks),
    firstLoad(),
    thirdPartyLicences(builtElsewhere),
    serviceWorker(),
  ],
  build: {
    target: buildTargets,
    outDir: "dist",
    // The hash in the names makes assets cacheable without limit; index.html is requested each time.
    assetsDir: "assets",
    // One style sheet, because firstLoad() inlines it and no chunk should request it again.
    cssCodeSplit: false,
    sourcemap: false,
    // firstLoad() preloads the page and its first chunks; chunks that are loaded later preload their imports.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostId, hostType }) =>
        hostType === "html" || /\/index-[^/]+\.js$/.test(hostId) ? [] : parts,
    },
    rolldownOptions: {
      output: {
        // The chunks that every page needs, split where main.tsx yields between two tasks; each group includes its imports.
        // Small modules that pages share are one file, because on a phone each further file costs a round trip. Dialogs have
        // their own chunks.
        codeSplitting: {
          groups: [
            { name: "view", test: /node_modules\/react-dom\//, priority: 6 },
            { name: "start", test: /preload-helper|src\/shared\/time\/idle\.ts$/, priority: 7 },
            { name: "contract", test: /src\/first-data\.ts$/, priority: 4 },
            { name: "prepare", test: /src\/app\/prepare\.ts$/, priority: 3 },
            { name: "base", test: /src\/app\/draw\.tsx$/, priority: 2 },
            {
              name: "parts",
              test: /src\/shared\/(hand\/swipe-back|components(?!\/(draw-avatar|SignedInPage|ShowMore|TransactionStatus|ExplorerLink|Address|TokenAddress)\b)|live|realtime|flow\/openers|loading\/(Members|Messages)Loading|queries\/token\.)|packages\/ui\/src\/use-media-query|domain\/src\/money\/migrated|@tanstack\/.*infinite|ui\/src\/icons\/generated\/(settings|arrow-up-right)\./i,
              // Modules that only one page uses stay in its chunk, and what only dialogs and pages of one's own use in theirs.
              minShareCount: 2,
              priority: 1,
            },
            // A seat's price on the curve and in the pool: one file, because each page of a Tribe needs all of it.
            {
              name: "seat",
              test: /domain\/src\/(membership\/entry-offer|pool\/(pool-entry|swap-quotes|migration)|curve\/quotes|money\/fees)|ui\/src\/seats\/ladder|shared\/trading\/(seat\/(seat-|RivalLine)|costs\/slippage\.)/i,
              minShareCount: 2,
              priority: 1,
            },
            // The pages' modules about the wallet: its API calls and its safety.
            {
              name: "wallet",
              test: /contract\/src\/routes\/wallet\.ts|shared\/wallet\/wallet-(safety|mode)\.ts/,
              minShareCount: 2,
              priority: 1,
            },
            // What Home and dialogs use, and a Tribe's page on a phone does not: queries, and tabs.
            {
              name: "listing",
              test: /features\/home\/listing\/queries\.ts|routes\/identity\/people-search\.ts|packages\/ui\/src\/Tabs/,
              minShareCount: 2,
              priority: 1,
            },
            // Icons that several dialogs share are not loaded with the first page.
            { name: "icons", test: /packages\/ui\/src\/icons\/generated/, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
