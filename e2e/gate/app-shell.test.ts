import type { Mint } from "@tribe/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connectXOnPage, meetWallet, offlineBanner, signInByMail } from "../support/page/at-the-page.ts";
import { newVisitor, openBrowser, phone, type Visitor, visit } from "../support/page/browser.ts";
import { checkForBuild, markAsOlder, older, withOtherBuild, workerIsReady } from "../support/page/other-build.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, tokens } from "../support/people/people.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// The app as installed: its service worker, offline, and with an older build.

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let mint: Mint;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  const chief = await createTrader(tribe.appUrl, "chief");
  mint = await chief.createTribe(tokens(1));
  visitor = await newVisitor(browser, phone, { serviceWorkers: "allow" });
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(() => {
  reportFailure("shell", () => ({ visitors: [visitor], tribe }));
});

const open = (path: string) => visit(page, `${tribe.appUrl}${path}`);
const row = () => page.getByRole("link", { name: /Trader chief/ });

it("is installable, and its service worker caches the build but nothing of the API, media or the signer", async () => {
  await open("/");
  await row().waitFor();
  await workerIsReady(page);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    const answer = await fetch(link?.href ?? "");
    return (await answer.json()) as { icons: { src: string; purpose?: string }[]; display: string };
  });
  expect(manifest.display).toBe("standalone");
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  const icons = await page.evaluate(
    async (sources) => Promise.all(sources.map(async (src) => (await fetch(src)).headers.get("content-type"))),
    manifest.icons.map(({ src }) => src),
  );
  expect(new Set(icons)).toEqual(new Set(["image/png"]));
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(cached.length).toBeGreaterThan(20);
  const foreign = cached.filter(
    (url) => !/^\/(assets\/|shell\.html|icon|icons\/|manifest)/.test(new URL(url).pathname),
  );
  expect(foreign).toEqual([]);
  expect(cached.every((url) => new URL(url).origin === new URL(tribe.appUrl).origin)).toBe(true);
});

it("opens each page offline, also one whose script was never loaded in this browser", async () => {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("tribe:v1:tokens") ?? "")).toContain("Trader chief");
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
  await row().click();
  await page.waitForURL(`**/token/${mint}`);
  await page.reload();
  await offlineBanner(page).waitFor();
  for (const [path, words] of [
    ["/wallet", "Your wallet is one sign-in away"],
    ["/you", "You're not signed in"],
  ] as const) {
    await open(path);
    await offlineBanner(page).waitFor();
    await page.getByText(words, { exact: true }).waitFor();
  }
  // The list shows the last known data.
  await open("/");
  await row().waitFor();
  await page.context().setOffline(false);
  await offlineBanner(page).waitFor({ state: "detached" });
});

it("opens previously seen pages with their last known data, and says how old it is", async () => {
  const figures = () => page.getByText("1 of 12 seats").or(page.getByText(/1 TRA/)).first();
  await open(`/token/${mint}`);
  await page.getByRole("heading", { name: "Trader chief" }).waitFor();
  await figures().waitFor();
  const isStored = () =>
    page.evaluate(
      (key) =>
        new Promise<boolean>((done, fail) => {
          const opening = indexedDB.open("tribe:v1:answers");
          opening.onerror = () => fail(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction("answers").objectStore("answers").getAllKeys();
            reading.onsuccess = () => {
              opening.result.close();
              done(reading.result.some((found) => String(found).includes(key)));
            };
          };
        }),
      `"token","${mint}"`,
    );
  await expect.poll(isStored).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(/Last updated \d/).waitFor();
  await page.getByRole("heading", { name: "Trader chief" }).waitFor();
  await page.context().setOffline(false);
  await offlineBanner(page).waitFor({ state: "detached" });
});

const isWaiting = (at: Page) =>
  at.evaluate(async () => ((await navigator.serviceWorker.getRegistration())?.waiting ?? null) !== null);
/**
 * Leaves the app until the browser has replaced the old service worker with the new one, which takes less than a second. No
 * page may be opened meanwhile: it would use the old worker again, and keep it alive for a minute.
 */
const leaveUntilReplaced = async () => {
  let isReplaced = !(await isWaiting(page));
  const devtools = await page.context().newCDPSession(page);
  devtools.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    isReplaced ||= versions.some(({ status }) => status === "redundant");
  });
  await devtools.send("ServiceWorker.enable");
  await page.goto("about:blank");
  await expect.poll(() => isReplaced).toBe(true);
  await devtools.detach();
};
it("offers a new build in a notice, and loads it on a press", async () => {
  await page.context().setOffline(false);
  await open("/");
  await row().waitFor();
  await withOtherBuild(async () => {
    await checkForBuild(page);
    await page.getByText("A new version is ready").waitFor();
    await markAsOlder(page);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => page.title()).not.toBe(older);
    await row().waitFor();
    await open("/wallet");
    await page.getByText("Your wallet is one sign-in away", { exact: true }).waitFor();
    // The new worker is active when the app is opened again, at the latest.
    await leaveUntilReplaced();
    await open("/");
    await row().waitFor();
    expect(await isWaiting(page)).toBe(false);
  });
});

it("requests the return address from X, which works once, only once", async () => {
  const person = await newVisitor(browser, phone, { serviceWorkers: "allow" });
  await visit(person.page, tribe.appUrl);
  await person.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInByMail(person.page, tribe.mailUrl(), "sleeper@example.com");
  await meetWallet(person.page);
  await person.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((taken) => navigator.serviceWorker.addEventListener("controllerchange", taken));
  });
  await connectXOnPage(person.page, "Mara Ember");
  await person.page.getByText("X account connected").waitFor();
  await person.close();
});
