import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { fourLooks } from "../support/page/browser.ts";
import { startTribe } from "../support/product/tribe.ts";
import { enterScene, type Scene } from "../support/scene.ts";
import type { Taken } from "./index-page.ts";

/** What only the whole product can show: the document before its script, and the wallet's own frame over the page. */
const cases: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  documentAlone: async ({ page, tribe, mint }) => {
    await page.route(/\/assets\/.*\.js$/, () => undefined);
    await page.goto(`${tribe.appUrl}/token/${mint}`, { waitUntil: "commit" });
    await page.locator("main").first().waitFor();
  },
  pageNotLoaded: async ({ page, tribe, mint }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(`${tribe.appUrl}/token/${mint}`);
    await page.getByRole("heading", { name: "The page could not be loaded" }).waitFor();
  },
  confirm: async ({ page, open, mint, wallet }) => {
    await open(`/token/${mint}`);
    await page.getByRole("button", { name: "Buy", exact: true }).click();
    await page.getByRole("textbox", { name: "Amount" }).fill("1");
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await wallet().getByRole("button", { name: "Confirm" }).waitFor();
  },
  security: async ({ page, open }) => {
    await open("/you");
    await page.getByRole("link", { name: /^Security/ }).click();
    await page.getByRole("heading", { name: "Security", exact: true }).waitFor();
  },
};

/** A light and a dark picture on the way, of one opened page. */
const savePictures = async (page: Page, folder: string, name: string, looks: readonly string[]): Promise<string[]> => {
  const files: string[] = [];
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.endsWith("dark") ? "dark" : "light" });
    await page.waitForFunction(
      (wanted) => getComputedStyle(document.documentElement).colorScheme.includes(wanted),
      look.endsWith("dark") ? "dark" : "light",
    );
    const file = `not-compared/product-${name}-${look}.png`;
    await page.screenshot({ path: join(folder, file), animations: "disabled" });
    files.push(file);
  }
  return files;
};

/** Takes the pictures of one product and its people. @param look a part of the name of the looks to take; all by default */
export const pictureProduct = async (browser: Browser, folder: string, look: string): Promise<readonly Taken[]> => {
  const looks = Object.keys(fourLooks).filter((name) => name.includes(look));
  const tribe = await startTribe({ hasCompression: true });
  try {
    const scene = await enterScene(tribe, browser, fourLooks["phone-light"], "book");
    const pictures: Taken[] = [];
    for (const [name, show] of Object.entries(cases)) {
      const files: string[] = [];
      let fault: string | null = null;
      for (const device of ["phone", "desktop"] as const) {
        const wanted = looks.filter((one) => one.startsWith(device));
        if (wanted.length === 0) continue;
        try {
          await scene.page.setViewportSize(fourLooks[`${device}-light`].viewport);
          await show(scene);
          files.push(...(await savePictures(scene.page, folder, name, wanted)));
        } catch (error) {
          fault = error instanceof Error ? error.message : String(error);
        }
        await scene.page.unrouteAll({ behavior: "ignoreErrors" });
      }
      pictures.push({ name: `product/${name}`, files, fault });
    }
    await scene.visitor.close();
    return pictures;
  } finally {
    await tribe.stop();
  }
};
