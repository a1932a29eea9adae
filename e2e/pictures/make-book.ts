import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { fourLooks, type Looks, newVisitor, openBrowser } from "../support/page/browser.ts";
import { startTribe } from "../support/product/tribe.ts";
import { enterScene, type Scene } from "../support/scene.ts";
import { type PictureCase, pictureCases } from "./cases.ts";
import { comparePictures } from "./compare-pictures.ts";
import { indexPage, type Taken } from "./index-page.ts";

// Run by `npm run pictures`: the product as it is, started for this, and a browser that looks at all of it.

const { values } = parseArgs({
  options: { out: { type: "string" }, only: { type: "string" }, against: { type: "string" }, look: { type: "string" } },
});
const out = resolve(values.out ?? fileURLToPath(new URL("../artifacts/book/", import.meta.url)));
const caseTimeoutMs = 20_000;
/** Compared pictures are taken without what differs with each run: faces and pictures of keys, times, charts. */
const steady = "img, svg[data-avatar], time, canvas { visibility: hidden !important }";

const [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
const taken: Taken[] = [];
await rm(out, { recursive: true, force: true });
await mkdir(join(out, "steady"), { recursive: true });

const settle = async (page: Page): Promise<void> => {
  await page.getByRole("main").first().waitFor();
  await page.waitForLoadState("networkidle").catch(() => undefined); // a held call keeps it busy
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
};

const take = async (one: PictureCase, look: string, scene: Scene, page: Page): Promise<void> => {
  const size = page.viewportSize();
  const file = `${one.by}-${one.name}-${look}.png`;
  let failure: string | null = null;
  try {
    await page.goto(`${tribe.appUrl}${one.path(scene)}`);
    await settle(page);
    await one.act?.(page, scene);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.screenshot({ path: join(out, file), animations: "disabled" });
    await page.screenshot({ path: join(out, "steady", file), animations: "disabled", style: steady });
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

const takeAll = async (look: string, screen: Looks): Promise<void> => {
  const people = `book${Object.keys(fourLooks).indexOf(look)}`;
  const scene = await enterScene(tribe, browser, screen, people);
  const visitor = await newVisitor(browser, screen);
  for (const page of [scene.page, visitor.page]) page.setDefaultTimeout(caseTimeoutMs);
  for (const one of pictureCases) {
    if (values.only && !one.name.includes(values.only)) continue;
    await take(one, look, scene, one.by === "member" ? scene.page : visitor.page);
  }
  await Promise.all([scene.visitor.close(), visitor.close()]);
};

try {
  for (const [look, screen] of Object.entries(fourLooks))
    if (!values.look || values.look === look) await takeAll(look, screen);
  const changes = values.against
    ? await comparePictures(browser, join(resolve(values.against), "steady"), join(out, "steady"))
    : null;
  await writeFile(join(out, "index.html"), indexPage(taken, changes));
  for (const { name, part } of changes ?? []) process.stdout.write(`${(part * 100).toFixed(1)} % ${name}\n`);
  const failed = taken.filter(({ failure }) => failure !== null);
  for (const { by, name, look, failure } of failed)
    process.stdout.write(`not taken: ${by}-${name}-${look}: ${failure?.split("\n")[0]}\n`);
  process.stdout.write(`${taken.length - failed.length} pictures, ${failed.length} not taken: ${out}/index.html\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await tribe.stop();
}
