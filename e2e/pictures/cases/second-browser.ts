import type { Page } from "playwright-core";
import { forgetMailPace } from "../../../apps/server/src/testing/forget-mail-pace.ts";
import { passWalletTime } from "../../../apps/server/src/testing/pass-wallet-time.ts";
import { dayMs, lastMailAt, readFromMail, signInByMail } from "../../support/page/at-the-page.ts";
import { pressInFrame } from "../../support/page/press-in-frame.ts";
import type { BookScene } from "../book-scene.ts";
import { closeOtherTabs, openOwnPage, press, tokenPath, typeAmount } from "./acts.ts";
import { by, type PictureCase, samePage } from "./picture-case.ts";

const walletIn = (page: Page) => page.frameLocator('iframe[title="Confirm in your wallet"]');

/** Starts a purchase up to the wallet's frame, which offers to bring the wallet to this browser. */
const askToBuy = async (page: Page): Promise<void> => {
  await press(page, "Buy");
  await typeAmount(page, "1");
  await press(page, "Next");
};

/** The mailed link of each scene, which two browsers open. */
const links = new WeakMap<BookScene, string>();

const linkOf = (scene: BookScene): string => {
  const link = links.get(scene);
  if (!link) throw new Error("no link was mailed");
  return link;
};

/** Opens the mailed link in the trader's page and waits for a heading. */
const openLink =
  (heading: string) =>
  async (page: Page, scene: BookScene): Promise<void> => {
    await page.goto(linkOf(scene));
    await page.getByRole("heading", { name: heading }).waitFor();
  };

const typedNumber = (page: Page) => page.getByRole("textbox", { name: "The number on that browser's screen" });

/** Requests a mailed link for the trader, who is on a Tribe's page. */
const askForLink = async (page: Page, scene: BookScene): Promise<void> => {
  const { email } = scene.trader;
  const after = await lastMailAt(scene.tribe.mailUrl(), email);
  await askToBuy(page);
  await pressInFrame(walletIn(page).getByRole("button", { name: "E-mail me a link" }));
  await walletIn(page).getByText("in this browser", { exact: true }).waitFor();
  const what = /(https?:\S+#recover=\S+)/;
  links.set(scene, await readFromMail(scene.tribe.mailUrl(), { email, after, what }));
};

/** A mailed link brings the wallet to one browser; any other browser can only stop it. */
const linkCases: readonly PictureCase[] = [
  ...by("trader", [{ name: "dialog-link-mailed", path: tokenPath, act: askForLink }]),
  ...by("visitor", [
    { name: "link-page-elsewhere", path: "/", act: openLink("Open this link in the browser that asked") },
    {
      name: "link-page-stopped",
      path: samePage,
      act: async (page) => {
        await press(page, "Stop it");
        await page.getByRole("heading", { name: "Stopped" }).waitFor();
      },
    },
  ]),
  ...by("trader", [
    {
      name: "link-page",
      path: tokenPath,
      act: async (page, scene) => {
        // The previous link was stopped, and its mail was sent a moment ago.
        await forgetMailPace(scene.tribe.dataDir);
        await askForLink(page, scene);
        await openLink("Bring your wallet to this browser?")(page, scene);
      },
    },
    {
      name: "link-page-waits",
      path: samePage,
      act: async (page) => {
        await press(page, "Bring it here");
        await page.getByRole("heading", { name: "Your wallet comes here in a day" }).waitFor();
      },
      after: async (page, { trader, tribe, mint }) => {
        // The day is over: the browser takes the wallet as soon as it asks for something.
        await passWalletTime(tribe.dataDir, trader.email, dayMs);
        await page.goto(`${tribe.appUrl}/token/${mint}`);
        await askToBuy(page);
        await walletIn(page).getByRole("button", { name: "Confirm" }).waitFor();
      },
    },
  ]),
  ...by("visitor", [
    {
      name: "link-page-used",
      path: "/",
      act: async (page, scene) => {
        await openLink("Open this link in the browser that asked")(page, scene);
        await press(page, "Stop it");
        await page.getByRole("heading", { name: "There is nothing to stop any more" }).waitFor();
      },
    },
  ]),
];

/** A second browser requests the wallet from the one that has it, and gets it by a number. */
const approvalCases: readonly PictureCase[] = [
  ...by("trader2", [
    {
      name: "dialog-offer-other-device",
      path: "/you",
      act: async (page, { tribe, trader, mint }) => {
        // The first browser's code was mailed a moment ago.
        await forgetMailPace(tribe.dataDir);
        await press(page, "Sign in with e-mail");
        await signInByMail(page, tribe.mailUrl(), trader.email);
        await page.getByRole("link", { name: /^Security/ }).waitFor();
        await page.goto(`${tribe.appUrl}/token/${mint}`);
        await askToBuy(page);
        await walletIn(page).getByRole("button", { name: "Approve on another device" }).waitFor();
      },
    },
    {
      name: "dialog-ask-other-device",
      path: samePage,
      act: async (page) => {
        await pressInFrame(walletIn(page).getByRole("button", { name: "Approve on another device" }));
        await walletIn(page).getByText("Waiting for your other device...").waitFor();
      },
    },
  ]),
  ...by("trader", [
    {
      name: "security-asked",
      path: "/you/security",
      act: (page) => page.getByText("Your wallet has a question for you").waitFor(),
    },
    { name: "own-page-question", path: "/", act: openOwnPage("A browser asks for your wallet") },
    {
      name: "own-page-number",
      path: samePage,
      act: async (page) => {
        await press(page, "It's me, go on");
        await typedNumber(page).waitFor();
      },
    },
  ]),
  ...by("trader2", [
    {
      name: "dialog-number",
      path: samePage,
      act: (page) => walletIn(page).locator("[data-number]").waitFor(),
    },
  ]),
  ...by("trader", [
    {
      name: "own-page-wrong-number",
      path: samePage,
      act: async (page) => {
        await typedNumber(page).fill("123 456 789");
        await press(page, "Give it my wallet");
        await page.getByText("That isn't the number.").waitFor();
      },
    },
    {
      name: "own-page-approved",
      path: samePage,
      act: async (page, { pages }) => {
        const number = await walletIn(pages.trader2).locator("[data-number]").getAttribute("data-number");
        await typedNumber(page).fill(number ?? "");
        await press(page, "Give it my wallet");
        await page.getByRole("region", { name: "Approved" }).waitFor();
      },
      after: closeOtherTabs,
    },
  ]),
];

/** How the wallet comes to a browser that does not have it. */
export const secondBrowserCases: readonly PictureCase[] = [...linkCases, ...approvalCases];
