import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { knownAddresses } from "../../apps/server/src/testing/known-addresses.ts";
import { axeFaults, fourLooks, openBrowser } from "../support/page/browser.ts";
import { cutTexts, doubleText, primaryButtons } from "../support/page/screen-faults.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { type BookScene, enterBookScene } from "./book-scene.ts";
import { pictureParts } from "./cases/index.ts";
import { type PictureCase, samePage } from "./cases/picture-case.ts";
import { comparePictures, describeChange } from "./compare-pictures.ts";
import { missingDialogPictures } from "./dialogs-shown.ts";
import { indexPage, type Taken } from "./index-page.ts";
import { newPoolTribe } from "./pool-tribe.ts";
import { takeSteady } from "./steady-picture.ts";

// Run by `npm run pictures`: starts the product for each part, and takes its pictures in a browser.

type Look = keyof typeof fourLooks;
/** Takes all looks of one device together: the actions before a picture take far longer than the picture. */
const devices: readonly (readonly Look[])[] = [
  ["phone-light", "phone-dark"],
  ["desktop-light", "desktop-dark"],
];
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    only: { type: "string" },
    against: { type: "string" },
    look: { type: "string" },
    part: { type: "string" },
    product: { type: "string" },
    resume: { type: "boolean", default: false },
    axe: { type: "boolean", default: false },
    screens: { type: "boolean", default: false },
    "large-text": { type: "boolean", default: false },
  },
});
const out = resolve(values.out ?? fileURLToPath(new URL("../artifacts/book/", import.meta.url)));
/** The timeout of each step of a case. */
const stepTimeoutMs = 60_000;
/** The same for a case that sends forty pictures on a busy machine. */
const longStepTimeoutMs = 240_000;

const forgotten = missingDialogPictures(Object.values(pictureParts).flat());
if (forgotten.length > 0) throw new Error(`cases/ and dialogs-shown.ts differ: ${forgotten.join(", ")}`);

/** Starts the product of this checkout, or of another one that is installed and built, with live media over loopback. */
const startProduct = (): Promise<Tribe> => {
  const product = { env: { TRIBE_LIVE_ADDRESS: "127.0.0.1" }, hasCompression: true };
  return startTribe(values.product ? { ...product, root: resolve(values.product), makesDatabase: true } : product);
};

const settle = async (page: Page): Promise<void> => {
  // By its element, since a dialog that opens with the page hides its role. Before the script runs it has that class.
  await page.locator("main:not(.invisible)").first().waitFor();
  await page.waitForLoadState("networkidle").catch(() => undefined); // a held call keeps it busy
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
};

/** Waits until the page has also rendered what it defers to idle time, such as faces. */
const drawn = async (page: Page): Promise<void> => {
  // A background tab renders nothing, so that this would wait forever.
  await page.bringToFront();
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => done())));
      }),
  );
};

const fileOf = ({ by, name }: PictureCase, look: Look): string => `${by}-${name}-${look}.png`;

/** Faults found by axe and by our own checks of a screen. */
const faults: string[] = [];

/** More than one main action, and cut-off texts. */
const screenFaults = async (page: Page): Promise<readonly string[]> => {
  const primary = await primaryButtons(page);
  const actions = primary.length > 1 ? [`${primary.length} main actions: ${primary.join(", ")}`] : [];
  return [...actions, ...(await cutTexts(page)).map((cut) => `cut ${cut}`)];
};

/** Takes a picture of the page in one look of the device. */
const takeLook = async (page: Page, one: PictureCase, look: Look, scene: BookScene): Promise<void> => {
  const file = fileOf(one, look);
  const { colorScheme } = fourLooks[look];
  await page.emulateMedia({ colorScheme });
  await drawn(page);
  if (!one.isMoving) {
    // People without a name are shown by the beginning of their address; where money is received its end is shown as well.
    const addresses = await knownAddresses(scene.tribe.dataDir);
    const names = addresses.flatMap((address) => [address.slice(0, 6), address.slice(-4)]);
    await takeSteady(page, join(out, "steady", file), names);
    // The replaced texts had other lengths: a frame with the height of its text resizes a moment later.
    await drawn(page);
  }
  // After the steady picture, which has waited until everything was loaded.
  await page.screenshot({ path: join(out, file), animations: "disabled" });
  const found = values.axe ? [...(await axeFaults(page, file))] : [];
  if (values.screens) found.push(...(await screenFaults(page)).map((fault) => `${file}: ${fault}`));
  faults.push(...found);
  for (const fault of found) process.stdout.write(`${fault}\n`);
};

const take = async (
  one: PictureCase,
  looks: readonly [Look, ...Look[]],
  scene: BookScene,
): Promise<readonly Taken[]> => {
  const page = scene.pages[one.by];
  const size = page.viewportSize();
  let failure: string | null = null;
  page.setDefaultTimeout(one.isLong ? longStepTimeoutMs : stepTimeoutMs);
  try {
    const path = typeof one.path === "function" ? one.path(scene) : one.path;
    if (path !== samePage) {
      await page.goto(new URL(path, scene.tribe.appUrl).href);
      await settle(page);
    }
    await one.act?.(page, scene);
    for (const look of looks) await takeLook(page, one, look, scene);
    await one.after?.(page, scene);
  } catch (error) {
    failure = messageOf(error);
    await page.screenshot({ path: join(out, `failed-${fileOf(one, looks[0])}`) }).catch(() => undefined); // the page may be gone
  }
  // Nothing from this case may continue in the next picture.
  if (one.by === "visitor") await page.evaluate(() => sessionStorage.clear()).catch(() => undefined); // it may be a browser's own page
  try {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().setOffline(false);
    if (size) await page.setViewportSize(size);
  } catch (error) {
    // A crashed page fails only its own pictures.
    failure ??= messageOf(error);
  }
  return looks.map((look) => ({ name: one.name, look, by: one.by, failure }));
};

const takeAll = async (
  browser: Browser,
  cases: readonly PictureCase[],
  looks: readonly [Look, ...Look[]],
): Promise<readonly Taken[]> => {
  const tribe = await startProduct();
  try {
    const poolMint = await newPoolTribe(tribe);
    const scene = await enterBookScene(tribe, browser, fourLooks[looks[0]], { name: "book", poolMint });
    if (values["large-text"]) for (const page of Object.values(scene.pages)) await doubleText(page.context());
    const taken: Taken[] = [];
    for (const one of cases) taken.push(...(await take(one, looks, scene)));
    await scene.leave();
    return taken;
  } finally {
    await tribe.stop();
  }
};

/** The pictures of a part in one look from an earlier run; null when they must be taken. */
const readTaken = async (record: string, count: number): Promise<readonly Taken[] | null> => {
  const known = values.resume ? await readFile(record, "utf8").catch(() => null) : null; // null: not taken yet
  if (known === null) return null;
  const taken: readonly Taken[] = JSON.parse(known);
  return taken.length === count && taken.every(({ failure }) => failure === null) ? taken : null;
};

/** Takes the pictures of one part in the looks of one device. If the part's setup fails, all its pictures count as missing. */
const takePart = async (browser: Browser, part: string, looks: readonly Look[]): Promise<readonly Taken[]> => {
  const only = values.only?.split(",");
  const isDesktop = looks.some((look) => look.startsWith("desktop"));
  const cases = (pictureParts[part] ?? []).filter(
    ({ name, isWide }) => (!isWide || isDesktop) && (!only || only.some((piece) => name.includes(piece))),
  );
  if (cases.length === 0) return [];
  const recordOf = (look: Look) => join(out, "parts", `${look}-${part}.json`);
  const known: Taken[] = [];
  const missing: Look[] = [];
  for (const look of looks) {
    const taken = await readTaken(recordOf(look), cases.length);
    if (taken) known.push(...taken);
    else missing.push(look);
  }
  const [first, ...rest] = missing;
  if (first === undefined) return known;
  const began = performance.now();
  const all = await takeAll(browser, cases, [first, ...rest]).catch((error: unknown) =>
    missing.flatMap((look) => cases.map(({ name, by }) => ({ name, look, by, failure: messageOf(error) }))),
  );
  for (const look of missing) {
    const taken = all.filter((one) => one.look === look);
    await writeFile(recordOf(look), JSON.stringify(taken));
    const missed = taken.filter(({ failure }) => failure !== null);
    process.stdout.write(`${look}, ${part}: ${taken.length - missed.length} pictures, ${missed.length} not taken\n`);
    for (const { by, name, failure } of missed)
      process.stdout.write(`  not taken: ${by}-${name}-${look}: ${failure?.split("\n")[0]}\n`);
  }
  process.stdout.write(`${part}: ${Math.round((performance.now() - began) / 1_000)} s for ${missing.join(" and ")}\n`);
  return [...known, ...all];
};

if (!values.resume) await rm(out, { recursive: true, force: true });
for (const folder of ["steady", "parts"]) await mkdir(join(out, folder), { recursive: true });
const browser = await openBrowser();
try {
  const taken: Taken[] = [];
  for (const device of devices) {
    const looks = device.filter((look) => !values.look || look.startsWith(values.look));
    for (const part of Object.keys(pictureParts))
      if (looks.length > 0 && (!values.part || values.part === part))
        taken.push(...(await takePart(browser, part, looks)));
  }
  const changes = values.against
    ? await comparePictures(browser, {
        before: join(resolve(values.against), "steady"),
        now: join(out, "steady"),
        sheets: join(out, "changes"),
      })
    : null;
  await writeFile(join(out, "index.html"), indexPage(taken, changes));
  for (const change of changes ?? []) process.stdout.write(`${describeChange(change)}\n`);
  if (changes) process.stdout.write(`${changes.length} pictures are not as before\n`);
  const missed = taken.filter(({ failure }) => failure !== null).length;
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  const byEyes = values.axe || values.screens ? `, ${faults.length} faults` : "";
  process.stdout.write(`${taken.length - missed} pictures, ${missed} not taken${byEyes}: ${out}/index.html\n`);
  process.exitCode = missed + faults.length > 0 ? 1 : 0;
} finally {
  await browser.close();
}
