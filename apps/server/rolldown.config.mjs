// The server as `npm start` runs it: each of its programs with all code of ours in a few files, so that a start loads neither
// two thousand modules one by one nor a compiler (docs/decisions/0141-the-server-is-built-before-it-runs.md).
import { defineConfig } from "rolldown";

export default defineConfig({
  input: {
    main: "./src/main.ts",
    operator: "./src/operator.ts",
    "live/sfu/main": "./src/engines/live/sfu/main.ts",
    "localnet/cli": "../../packages/localnet/src/cli.ts",
  },
  platform: "node",
  // Packages stay where they are installed: some have binaries or files of their own. Solana's and zod are many small modules.
  // OpenTelemetry's are 27 MB for a part that is loaded only when traces are on.
  external: /^(?!@tribe\/|tribe-localnet|@solana|zod|@oxc-project\/|@opentelemetry\/)@?[a-z]/,
  // Written over in place, under names that stay: a server that crashes meanwhile must find itself when it starts again.
  output: { dir: "dist", sourcemap: true, chunkFileNames: "[name].js" },
});
