import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const signerRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the real signer and the app around it into temporary folders. */
export const buildHarness = async (): Promise<{ app: string; signer: string; root: string }> => {
  const root = mkdtempSync(join(tmpdir(), "tribe-signer-"));
  const folders = { app: join(root, "app"), signer: join(root, "signer"), root };
  await build({
    root: signerRoot,
    configFile: join(signerRoot, "vite.config.ts"),
    logLevel: "error",
    build: { outDir: folders.signer },
  });
  await build({
    root: join(signerRoot, "tests/harness"),
    configFile: false,
    logLevel: "error",
    plugins: [react(), tailwindcss()],
    build: { outDir: folders.app, target: "es2023" },
  });
  return folders;
};
