import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { comparePictures } from "../pictures/compare-pictures.ts";
import { openBrowser } from "../support/page/browser.ts";

// The comparison of picture books ignores what a browser draws a little otherwise, and finds visible differences. Tested in the long
// run, where it is used.

let browser: Browser;
let page: Page;
let folder: string;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-compare-"));
  await Promise.all(["before", "now"].map((book) => mkdir(join(folder, book))));
  page = await browser.newPage({ viewport: { width: 360, height: 740 } });
});
afterEach(async () => {
  await page.close();
  await rm(folder, { recursive: true, force: true });
});

/** A screen with some of everything, and additional CSS for a visible change. */
const screen = (style = "") => `<!doctype html>
  <style>body { font: 12px sans-serif } .face { width: 40px; height: 40px; border-radius: 20px; background: #8a3b12 }
    .band { height: 8px; background: #123 } ${style}</style>
  <h1>Seat 9 of 12</h1>
  <p><i class="face"></i> <time>12m ago</time></p>
  <div class="face"></div>
  <div class="band"></div>
  <p id="amount">You get <b>70.7 HAR</b></p>`;

const savePicture = async (book: "before" | "now", html: string): Promise<void> => {
  await page.setContent(html);
  await page.screenshot({ path: join(folder, book, "screen.png") });
};
const compare = () =>
  comparePictures(browser, {
    before: join(folder, "before"),
    now: join(folder, "now"),
    sheets: join(folder, "changes"),
  });

it("finds no difference between two pictures of one screen, nor in a pixel of a rounded corner", async () => {
  await savePicture("before", screen());
  await savePicture("now", screen());
  expect(await compare()).toEqual([]);
  await savePicture(
    "now",
    screen("body::after { content: ''; position: fixed; top: 0; left: 0; width: 3px; height: 3px; background: red }"),
  );
  expect(await compare()).toEqual([]);
});

it.each([
  ["a letter", screen().replace("HAR", "HAB")],
  ["a square face", screen(".face { border-radius: 0 }")],
  ["a missing face", screen(".face { visibility: hidden }")],
  ["a moved time", screen("time { margin-left: 8px }")],
  ["a lower band", screen(".band { height: 6px }")],
  ["an amount in another colour", screen("#amount b { color: #b4541f }")],
])("reports %s, with a picture of both", async (_, html) => {
  await savePicture("before", screen());
  await savePicture("now", html);
  expect(await compare()).toEqual([{ name: "screen.png", what: expect.any(Number) }]);
  expect(await readdir(join(folder, "changes"))).toEqual(["screen.png"]);
});

it("reports a picture that only one of the books has", async () => {
  await savePicture("now", screen());
  expect(await compare()).toEqual([{ name: "screen.png", what: "new" }]);
});
