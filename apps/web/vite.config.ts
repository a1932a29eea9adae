import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { firstLoad } from "./build/first-load.ts";

export default defineConfig({
  plugins: [react(), tailwindcss(), firstLoad()],
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
              test: /lucide-react|src\/shared\/(components|realtime|flow\/openers)|packages\/ui\/src\/Tabs/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
