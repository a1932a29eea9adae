import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const web = fileURLToPath(new URL("../../../apps/web/dist/", import.meta.url));

export const workerIsReady = (at: Page) => at.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Runs `work` while another build is served, which does not contain the script of the open pages. */
export const withOtherBuild = async (work: () => Promise<void>): Promise<void> => {
  const worker = join(web, "push-sw.js");
  const built = await readFile(worker, "utf8");
  const other = built.replace(/\{[^{}]*"?url"?:\s*["'`]assets\/base-[^{}]*\},/, "");
  expect(other).not.toBe(built);
  await writeFile(worker, other);
  try {
    await work();
  } finally {
    await writeFile(worker, built);
  }
};

/** Makes the service worker look for another build now. */
export const checkForBuild = (at: Page) =>
  at.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

/** The title by which a page of the older build is known: a reload replaces it. */
export const older = "of the older build";

export const markAsOlder = (at: Page) =>
  at.evaluate((title) => {
    document.title = title;
  }, older);
