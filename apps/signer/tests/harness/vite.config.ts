import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * The app around the signer.
 * @public Vite reads it.
 */
export default defineConfig({ plugins: [react(), tailwindcss()], build: { target: "es2023", emptyOutDir: true } });
