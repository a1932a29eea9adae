import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Other work may hold the machine up: vitest's own second of patience would pass by luck. */
const patient = { expect: { poll: { timeout: 20_000 } } } as const;
const setupFiles = [fileURLToPath(new URL("scripts/testing/fixed-seed.ts", import.meta.url))];

/**
 * `unit` is pure and quick, `engines` runs on real PostgreSQL, the real virtual machine and real sockets,
 * `e2e` runs the whole product. `npm run check` runs the first, `npm test` all three.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/{contract,domain,chain,ui}/{src,tests}/**/*.test.{ts,tsx}",
            "apps/{web,signer}/src/**/*.test.{ts,tsx}",
            "scripts/**/*.test.mjs",
          ],
          setupFiles,
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "engines",
          include: [
            "packages/{localnet,devkit}/{src,tests}/**/*.test.ts",
            "apps/server/{src,tests}/**/*.test.ts",
            "programs/**/*.test.ts",
          ],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          pool: "forks",
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts", "apps/signer/tests/**/*.test.ts"],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // Each file runs a product of its own and mostly waits for it: two at once keep two cores busy.
          pool: "forks",
          maxWorkers: 2,
          ...patient,
        },
      },
    ],
  },
});
