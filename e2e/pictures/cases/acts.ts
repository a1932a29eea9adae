import type { Page } from "playwright-core";
import { offlineBanner } from "../../support/page/at-the-page.ts";
import type { BookScene } from "../book-scene.ts";

/** What is done at a page before its picture is taken. */

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name, exact: true }).first().click();

/** Whether what can be done with a Tribe stands in a menu. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640;

export const typeAmount = (page: Page, text: string): Promise<void> =>
  page.getByRole("textbox", { name: "Amount" }).fill(text);

/** What the browser has kept of earlier pictures would be shown in place of what is loaded. */
const clearKeptAnswers = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const asked = indexedDB.open("tribe:v1:answers");
        asked.onsuccess = () => {
          const { result } = asked;
          if (!result.objectStoreNames.contains("answers")) return done();
          const change = result.transaction("answers", "readwrite");
          change.objectStore("answers").clear();
          change.oncomplete = () => {
            result.close();
            done();
          };
        };
        asked.onerror = () => done();
      }),
  );

/** Calls whose address has this in it are never answered. */
export const neverAnswer = (page: Page, part: string): Promise<unknown> =>
  page.route(`**/api/**${part}**`, () => undefined);
/** Calls whose address has this in it break off. */
export const failCalls = (page: Page, part: string): Promise<unknown> =>
  page.route(`**/api/**${part}**`, (route) => route.abort());

/** Has calls whose address has this in it answered with other fields. */
export const answerWith = (
  page: Page,
  part: string,
  change: (answer: Record<string, unknown>) => object,
): Promise<unknown> =>
  page.route(`**/api/**${part}**`, async (route) => {
    const response = await route.fetch();
    const answer: Record<string, unknown> = await response.json();
    await route.fulfill({ response, json: { ...answer, ...change(answer) } });
  });

export const goOffline = async (page: Page): Promise<void> => {
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
};

export const tokenPath = ({ mint }: BookScene): string => `/token/${mint}`;
export const chatPath = ({ mint }: BookScene): string => `/chat/${mint}`;
export const ownChatPath = ({ ownMint }: BookScene): string => `/chat/${ownMint}`;

/** Opens a page with nothing that the browser has kept of it. */
export const openWithoutCache = async (page: Page, { tribe }: BookScene, path: string): Promise<void> => {
  await clearKeptAnswers(page);
  await page.goto(`${tribe.appUrl}${path}`);
};

export const waitForDialog = (page: Page): Promise<void> => page.getByRole("dialog").first().waitFor();

/** Presses something of a Tribe's header, which is behind 'More' on a phone. */
export const pressInHeader = async (page: Page, name: string): Promise<void> => {
  if (!isPhone(page)) return press(page, name);
  // Further down the page there may be one of the same name: which of the two stood there first was chance.
  await press(page, "More");
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
};

/** Opens the wallet's own page, beside a tab of the app that tells it who is signed in, until it says so. */
export const openOwnPage =
  (heading: string) =>
  async (page: Page, { tribe }: BookScene): Promise<void> => {
    const tab = await page.context().newPage();
    await tab.goto(tribe.appUrl);
    await tab.getByRole("main").first().waitFor();
    await page.goto(`${tribe.config().signerUrl}/#wallet`);
    await page.getByRole("heading", { name: heading }).waitFor();
  };

export const closeOtherTabs = async (page: Page): Promise<void> => {
  for (const tab of page.context().pages()) if (tab !== page) await tab.close();
};
