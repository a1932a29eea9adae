import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { configDefaults, defineConfig } from "vitest/config";
import {
  allowClipboard,
  emulateMedia,
  emulateTouch,
  movePointerAway,
  takePicture,
} from "./apps/web/screens/build/commands.ts";
import { screenPages } from "./apps/web/screens/build/pages.ts";
import { findBrowser } from "./scripts/lib/browser.mjs";
import { waitTimeout } from "./scripts/testing/wait-timeout.ts";

const setUp = (name: string) => fileURLToPath(new URL(`scripts/testing/${name}.ts`, import.meta.url));
/** Other work may hold the machine up: in Vitest's own second a test would pass by luck. */
const patient = { expect: { poll: { timeout: waitTimeout } } } as const;
/** A browser beside another one waits longer still, and is asked less often: each look costs it something. */
const morePatient = { expect: { poll: { timeout: 60_000, interval: 100 } } } as const;
/** What the fixtures of screens need of @tribe/chain. */
const chainLibraries = [
  "@solana/kit",
  "@solana/kit/program-client-core",
  ...["token-2022", "system", "compute-budget"].map((name) => `@tribe/chain > @solana-program/${name}`),
];
/** Suites that run the whole product in a browser. */
const wholeProduct = {
  // Whoever runs one file by hand tests what the sources say.
  globalSetup: [setUp("ensure-built"), fileURLToPath(new URL("e2e/support/product/shared-folder.ts", import.meta.url))],
  setupFiles: [setUp("wait-for")],
  testTimeout: 600_000,
  hookTimeout: 300_000,
  // Each file mostly waits for the product: two at once keep two cores busy. Three were no quicker.
  pool: "forks" as const,
  maxWorkers: 2,
  // The driver, the chain's libraries and the contract are loaded once, and most files share one product
  // (e2e/support/product/shared-product.ts).
  isolate: false,
  ...morePatient,
};
/** Tests on engines that take too long for the gate. */
const longFiles = ["apps/server/src/**/*.long.test.ts", "packages/localnet/tests/**/*.long.test.ts"];
const setupFiles = [setUp("fixed-seed"), setUp("wait-for")];

/**
 * `unit` is pure and quick, `screens` opens the app in Chromium against a scripted server, `engines` runs on real PostgreSQL,
 * the real virtual machine and real sockets, `e2e` runs the whole product. `npm run check` runs the first, `npm test` all four.
 * `long` is what takes long or kills for hours, and only `npm run test:long` runs it.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/{contract,domain,chain,ui}/{src,tests}/**/*.test.{ts,tsx}",
            "apps/{web,signer}/{src,build}/**/*.test.{ts,tsx}",
            "scripts/**/*.test.mjs",
          ],
          setupFiles: [...setupFiles, setUp("put-back")],
          // Two thirds of the time went into loading the same modules for each file.
          isolate: false,
          // Those that try every bit of a transaction compute for seconds, and many times as long beside other work.
          testTimeout: 180_000,
          maxWorkers: 2,
          ...patient,
        },
      },
      {
        plugins: [screenPages("build")],
        // Found by no test before it runs, and the page must not be loaded anew in the middle of one.
        optimizeDeps: { include: ["zod/mini", ...chainLibraries] },
        test: {
          name: "screens",
          include: ["apps/{web,signer}/screens/**/*.screen.test.{ts,tsx}"],
          globalSetup: fileURLToPath(new URL("apps/web/screens/build/build-page.ts", import.meta.url)),
          // What screens share would leak through a frame's document, and each has one of its own.
          isolate: false,
          testTimeout: 60_000,
          // A third tab was no quicker.
          maxWorkers: 2,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: true,
            provider: playwright({
              // Larger than any screen: one that did not fit would be shown smaller, and the wallet trusts none that is.
              contextOptions: { viewport: { width: 1_280, height: 1_280 } },
              launchOptions: {
                executablePath: findBrowser() ?? "chromium",
                args: [
                  "--no-sandbox",
                  // A camera and a microphone, and nobody is asked for them.
                  "--use-fake-device-for-media-stream",
                  "--use-fake-ui-for-media-stream",
                ],
              },
            }),
            instances: [{ browser: "chromium" }],
            commands: { allowClipboard, emulateMedia, emulateTouch, movePointerAway, takePicture },
          },
          ...patient,
        },
      },
      {
        test: {
          name: "engines",
          include: [
            "packages/{localnet,devkit}/{src,tests}/**/*.test.ts",
            "apps/server/{src,tests}/**/*.test.ts",
            "apps/signer/tests/server/**/*.test.ts",
            "programs/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, ...longFiles],
          setupFiles: [...setupFiles, setUp("put-back")],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          pool: "forks",
          // They wait for slots, media and restarts: two at once left two cores idle for 29 % of their time.
          maxWorkers: 3,
          // A third of the time went into loading the server and the chain anew for each file. Every file starts its own
          // server and chain and has its own database all the same; what a process keeps of its own hangs on those. The
          // databases are in a PostgreSQL that each process starts once (apps/server/src/testing/test-database.ts).
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/gate/**/*.test.ts", "apps/signer/tests/*.test.ts"],
          ...wholeProduct,
        },
      },
      {
        // The other engines' stories: `npm run test:browsers`, and the long run.
        test: {
          name: "browsers",
          include: ["e2e/browsers/**/*.test.ts"],
          ...wholeProduct,
        },
      },
      {
        test: {
          name: "long",
          include: ["e2e/long/**/*.test.ts", ...longFiles],
          ...wholeProduct,
          setupFiles: [...wholeProduct.setupFiles, setUp("fixed-seed"), setUp("put-back")],
        },
      },
    ],
  },
});
