import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: "es2023",
    outDir: "dist",
    // The hash in each name makes the assets cacheable for ever; index.html is asked for each time.
    assetsDir: "assets",
    sourcemap: false,
  },
});
