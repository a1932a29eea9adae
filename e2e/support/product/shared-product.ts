import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { copyMigratedDatabase } from "../../../apps/server/src/testing/migrated-database.ts";
import { openBrowser } from "../page/browser.ts";
import { pidFile, sharedFolder } from "./shared-folder.ts";
import { isReady, startTribe, type Tribe } from "./tribe.ts";

/** What a story needs: the product, and a browser to use it in. */
interface Product {
  readonly tribe: Tribe;
  readonly browser: Browser;
}

let opening: Promise<Product> | null = null;
let opened = 0;

const open = async (): Promise<Product> => {
  opened += 1;
  const dataDir = join(sharedFolder(), `${process.pid}-${opened}`);
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  await copyMigratedDatabase(dataDir);
  const [tribe, browser] = await Promise.all([
    // Media over loopback, for machines without another network.
    startTribe({ dataDir, env: { TRIBE_LIVE_ADDRESS: "127.0.0.1" } }),
    openBrowser(),
  ]);
  await writeFile(join(dataDir, pidFile), String(tribe.pid()));
  return { tribe, browser };
};

/**
 * The installation and the browser that all files of this process share which neither kill nor warp, and need no settings of
 * their own. A file makes its own people, with names that no other file uses, and ends with {@link leaveProduct}. If an earlier
 * file has broken the product, this is a new one.
 */
export const enterProduct = async (): Promise<Product> => {
  const earlier = await opening?.catch(() => null);
  if (earlier?.browser.isConnected() && (await isReady(earlier.tribe.appUrl))) return earlier;
  await earlier?.browser.close();
  await earlier?.tribe.stop();
  opening = open();
  return opening;
};

/** Closes all pages that the file has opened; the product goes on for the next one, and ends with the run. */
export const leaveProduct = async (): Promise<void> => {
  const product = await opening?.catch(() => null);
  await Promise.all(product?.browser.contexts().map((context) => context.close()) ?? []);
};
