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
    sourcemap: false,
    rolldownOptions: {
      output: {
        // All that every page needs is one file: on a phone each further one costs a round trip.
        codeSplitting: { groups: [{ name: "base", tags: ["$initial"] }] },
      },
    },
  },
});
