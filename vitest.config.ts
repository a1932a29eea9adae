import { defineConfig } from "vitest/config";

/** Unit and engine tests; `--project e2e` holds the whole-stack ones, which `npm test` runs after these. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/{src,tests}/**/*.test.ts", "apps/*/{src,tests}/**/*.test.{ts,tsx}", "programs/**/*.test.ts", "scripts/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: "forks",
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          pool: "forks",
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
    ],
  },
});
