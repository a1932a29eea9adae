import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { fourLooks, type Looks, openBrowser } from "../support/page/browser.ts";
import { startTribe } from "../support/product/tribe.ts";
import { type BookScene, enterBookScene } from "./book-scene.ts";
import { pictureCases } from "./cases/index.ts";
import { type PictureCase, samePage } from "./cases/picture-case.ts";
import { comparePictures, describeChange } from "./compare-pictures.ts";
import { missingDialogPictures } from "./dialogs-shown.ts";
import { indexPage, type Taken } from "./index-page.ts";
import { newPoolTribe } from "./pool-tribe.ts";
import { takeSteady } from "./steady-picture.ts";

// Run by `npm run pictures`: the product as it is, started for this, and a browser that looks at all of it.

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    only: { type: "string" },
    against: { type: "string" },
    look: { type: "string" },
    product: { type: "string" },
  },
});
const out = resolve(values.out ?? fileURLToPath(new URL("../artifacts/book/", import.meta.url)));
const caseTimeoutMs = 20_000;

const forgotten = missingDialogPictures(pictureCases);
if (forgotten.length > 0) throw new Error(`cases/ and dialogs-shown.ts differ: ${forgotten.join(", ")}`);

/** The product of this tree, or of another one that is installed and built; its live media over loopback. */
const product = { env: { TRIBE_LIVE_ADDRESS: "127.0.0.1" }, hasCompression: true };
const [tribe, browser] = await Promise.all([
  startTribe(values.product ? { ...product, root: resolve(values.product), makesDatabase: true } : product),
  openBrowser(),
]);
const taken: Taken[] = [];
await rm(out, { recursive: true, force: true });
await mkdir(join(out, "steady"), { recursive: true });

const settle = async (page: Page): Promise<void> => {
  await page.getByRole("main").first().waitFor();
  await page.waitForLoadState("networkidle").catch(() => undefined); // a held call keeps it busy
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
};

/** Until what the page draws when it has time, such as faces, is there, too. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));
      }),
  );

const take = async (one: PictureCase, look: string, scene: BookScene): Promise<void> => {
  const page = scene.pages[one.by];
  const size = page.viewportSize();
  const file = `${one.by}-${one.name}-${look}.png`;
  let failure: string | null = null;
  try {
    const path = typeof one.path === "function" ? one.path(scene) : one.path;
    if (path !== samePage) {
      await page.goto(new URL(path, tribe.appUrl).href);
      await settle(page);
    }
    await one.act?.(page, scene);
    await drawn(page);
    await page.screenshot({ path: join(out, file), animations: "disabled" });
    if (!one.isMoving) await takeSteady(page, join(out, "steady", file), scene.unsteadyNames);
    await one.after?.(page, scene);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    await page.screenshot({ path: join(out, `failed-${file}`) }).catch(() => undefined); // the page may be gone
  }
  taken.push({ name: one.name, look, by: one.by, failure });
  // What was begun here must not go on in the next picture.
  if (one.by === "visitor") await page.evaluate(() => sessionStorage.clear()).catch(() => undefined); // it may be a browser's own page
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().setOffline(false);
  if (size) await page.setViewportSize(size);
};

const only = values.only?.split(",");
const cases = pictureCases.filter(({ name }) => !only || only.some((part) => name.includes(part)));
const poolMint = await newPoolTribe(tribe);

const takeAll = async (look: string, screen: Looks): Promise<void> => {
  const scene = await enterBookScene(tribe, browser, screen, {
    name: `book${Object.keys(fourLooks).indexOf(look)}`,
    poolMint,
  });
  for (const page of Object.values(scene.pages)) page.setDefaultTimeout(caseTimeoutMs);
  for (const one of cases) if (!one.isWide || look.startsWith("desktop")) await take(one, look, scene);
  await scene.leave();
};

try {
  for (const [look, screen] of Object.entries(fourLooks))
    if (!values.look || values.look === look) await takeAll(look, screen);
  const changes = values.against
    ? await comparePictures(browser, join(resolve(values.against), "steady"), join(out, "steady"))
    : null;
  await writeFile(join(out, "index.html"), indexPage(taken, changes));
  for (const change of changes ?? []) process.stdout.write(`${describeChange(change)}\n`);
  const failed = taken.filter(({ failure }) => failure !== null);
  for (const { by, name, look, failure } of failed)
    process.stdout.write(`not taken: ${by}-${name}-${look}: ${failure?.split("\n")[0]}\n`);
  if (changes) process.stdout.write(`${changes.length} pictures are not as before\n`);
  process.stdout.write(`${taken.length - failed.length} pictures, ${failed.length} not taken: ${out}/index.html\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await tribe.stop();
}
