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
    rolldownOptions: {
      output: {
        // All that every page needs is one file, and the small parts that pages share another: on a phone each further
        // one costs a round trip. Dialogs bring their own.
        codeSplitting: {
          groups: [
            { name: "base", tags: ["$initial"], priority: 2 },
            {
              name: "parts",
              test: /lucide-react|src\/shared\/(components|realtime|openers)|packages\/ui\/src\/Tabs/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
