import type { Page } from "playwright-core";
import { offlineBanner } from "../../support/page/at-the-page.ts";
import type { BookScene } from "../book-scene.ts";

/** Actions on a page before its picture is taken. */

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name, exact: true }).first().click();

/** Whether the actions of a Tribe are in a menu. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 640;

export const typeAmount = (page: Page, text: string): Promise<void> =>
  page.getByRole("textbox", { name: "Amount" }).fill(text);

/** The page would show cached answers of earlier pictures instead of its loading state. */
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

/** Leaves calls to a URL with this part without an answer. */
export const neverAnswer = (page: Page, part: string): Promise<unknown> =>
  page.route(`**/api/**${part}**`, () => undefined);
/** Makes calls to a URL with this part fail. */
export const failCalls = (page: Page, part: string): Promise<unknown> =>
  page.route(`**/api/**${part}**`, (route) => route.abort());

/** Overrides fields in the answers to calls to a URL with this part. */
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

/** Opens a page without cached answers. */
export const openWithoutCache = async (page: Page, { tribe }: BookScene, path: string): Promise<void> => {
  await clearKeptAnswers(page);
  await page.goto(`${tribe.appUrl}${path}`);
};

export const waitForDialog = (page: Page): Promise<void> => page.getByRole("dialog").first().waitFor();

/** Presses a button of a Tribe's header, which is behind 'More' on a phone. */
export const pressInHeader = async (page: Page, name: string): Promise<void> => {
  if (!isPhone(page)) return press(page, name);
  // The page may have a second button of the same name further down, and either may be rendered first.
  await press(page, "More");
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
};

/** Opens the wallet's own page and waits until it knows who is signed in; a tab of the app tells it. */
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
