import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { comparePictures } from "../pictures/compare-pictures.ts";
import { takeSteady } from "../pictures/steady-picture.ts";
import { openBrowser } from "../support/page/browser.ts";

// The comparison of picture books ignores random differences and finds visible ones. Tested in the long run, where it is used.

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

/** Values that differ between two runs. */
interface Chance {
  readonly address: string;
  readonly face: string;
  readonly time: string;
  readonly clock: string;
  readonly secret: string;
  readonly number: string;
  readonly band: string;
  readonly line: string;
}

const first: Chance = {
  address: "55gWvuK6SWwSwHxShCwEDCWxZtbRvHk8aJ4wLhgm8Pq2",
  face: "#8a3b12",
  time: "now",
  clock: "9:59 AM",
  secret: "AFC2",
  number: "123 456 789",
  band: "rgb(20, 30, 200)",
  line: "0,0 10,5 20,3",
};
const second: Chance = {
  address: "GxjNqzLFEL1apC3hPAUGjZiqXstwQALk3f8B7RS8kpFr",
  face: "#f3c9a5",
  time: "12m ago",
  clock: "12:00 PM",
  secret: "XCSC",
  number: "907 111 555",
  band: "oklch(0.7 0.2 40)",
  line: "0,9 10,1 20,8",
};

const face = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${colour}"/></svg>`)}`;

/** A screen with some of everything, and additional CSS for a visible change. */
const screen = (chance: Chance, style = "") => `<!doctype html>
  <style>body { font: 12px sans-serif } img { width: 40px; border-radius: 20px } .band { height: 8px } ${style}</style>
  <h1>Seat 9 of 12</h1>
  <p id="who"><img alt="" src="${face(chance.face)}"> <b>${chance.address.slice(0, 6)}</b>
    <time>${chance.time}</time> <span>at ${chance.clock}</span></p>
  <p>${chance.address}</p>
  <p>It ends in <b>${chance.address.slice(-4)}</b></p>
  <ol aria-label="Passphrase"><li>${chance.secret}</li></ol>
  <p data-number="${chance.number}">${chance.number}</p>
  <input type="text" value="${chance.address}">
  <div class="band" style="background-image: repeating-linear-gradient(-45deg, ${chance.band} 0 8px, #111 8px 16px)"></div>
  <svg width="60" height="20"><polyline points="${chance.line}" fill="none" stroke="red" /></svg>
  <p id="amount">You get <b>70.7 HAR</b></p>`;

const take = async (book: "before" | "now", html: string, { address }: Chance): Promise<void> => {
  await page.setContent(html);
  await takeSteady(page, join(folder, book, "screen.png"), [address.slice(0, 6), address.slice(-4)]);
};
const compare = () =>
  comparePictures(browser, {
    before: join(folder, "before"),
    now: join(folder, "now"),
    sheets: join(folder, "changes"),
  });

it("finds no difference in faces, addresses, times, secrets, bands and lines of another run", async () => {
  await take("before", screen(first), first);
  await take("now", screen(second), second);
  expect(await compare()).toEqual([]);
});

it.each([
  ["a letter", screen(second).replace("HAR", "HAB")],
  ["a square face", screen(second, "img { border-radius: 0 }")],
  ["a missing face", screen(second, "img { display: none }")],
  ["a moved time", screen(second, "time { margin-left: 8px }")],
  ["a lower band", screen(second, ".band { height: 6px }")],
  ["an amount in another colour", screen(second, "#amount b { color: #b4541f }")],
])("reports %s, with a picture of both", async (_, html) => {
  await take("before", screen(first), first);
  await take("now", html, second);
  expect(await compare()).toEqual([{ name: "screen.png", what: expect.any(Number) }]);
  expect(await readdir(join(folder, "changes"))).toEqual(["screen.png"]);
});

it("restores the page afterwards", async () => {
  await page.setContent(screen(first));
  await page.screenshot({ path: join(folder, "before", "screen.png") });
  await takeSteady(page, join(folder, "steady.png"), [first.address.slice(0, 6)]);
  await page.screenshot({ path: join(folder, "now", "screen.png") });
  expect(await page.getByRole("textbox").inputValue()).toBe(first.address);
  expect(await compare()).toEqual([]);
});

it("waits for late changes", async () => {
  await take("before", screen(first), first);
  await page.setContent(screen(first, "#amount { visibility: hidden }"));
  // Changes the page while the first picture is taken, as a late answer does.
  await page.evaluate(() => {
    requestAnimationFrame(() => document.querySelector("style")?.append("#amount { visibility: visible }"));
  });
  await takeSteady(page, join(folder, "now", "screen.png"), [first.address.slice(0, 6), first.address.slice(-4)]);
  expect(await compare()).toEqual([]);
});

it("reports a picture that only one of the books has", async () => {
  await take("now", screen(first), first);
  expect(await compare()).toEqual([{ name: "screen.png", what: "new" }]);
});
