import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildTargets } from "../../../../packages/domain/src/browsers/floor.ts";

/**
 * The app around the signer.
 * @public Vite reads it.
 */
export default defineConfig({ plugins: [react(), tailwindcss()], build: { target: buildTargets, emptyOutDir: true } });
