import type { Page, Route } from "playwright-core";
import { confirmInWallet, readyToConfirm } from "../../support/page/at-the-page.ts";
import type { BookScene } from "../book-scene.ts";
import { guestOf } from "../chat-contents.ts";
import { answerWith, failCalls, press, pressInHeader, waitForDialog } from "./acts.ts";
import { by, samePage } from "./picture-case.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page) => dialog(page).getByRole("textbox", { name: "Amount" });
const ownToken = ({ ownMint }: BookScene): string => `/token/${ownMint}`;

const open = async (page: Page): Promise<void> => {
  await pressInHeader(page, "Create airdrop");
  await waitForDialog(page);
};
const openSelection = async (page: Page): Promise<void> => {
  await open(page);
  await dialog(page).getByRole("radio").first().waitFor();
};
const choose = async (page: Page, amount: string): Promise<void> => {
  await dialog(page).getByRole("radio").first().check({ force: true });
  await field(page).fill(amount);
};

const sends = "**/api/v1/airdrop/send";
/** Holds back the batches: the setup is done, and nobody is paid. */
const holdBatches = async (page: Page): Promise<void> => {
  let handedIn = 0;
  await page.route(sends, async (route: Route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    handedIn += 1;
    return handedIn === 1 ? route.fallback() : route.abort();
  });
};

const openClaim = async (page: Page): Promise<void> => {
  await press(page, "Claim");
  await waitForDialog(page);
};

/** A Chief airdrops tokens to their Tribe, leaves half-way and resumes, then claims their own part. */
export const airdropCases = by("member", [
  {
    name: "dialog-airdrop-failed",
    path: ownToken,
    act: async (page) => {
      await failCalls(page, "v1/airdrop?");
      await open(page);
      await page.getByRole("button", { name: "Try again" }).first().waitFor();
    },
  },
  {
    name: "dialog-airdrop",
    path: ownToken,
    act: async (page, scene) => {
      await guestOf(scene);
      await openSelection(page);
    },
  },
  {
    name: "dialog-airdrop-too-large",
    path: samePage,
    act: async (page) => {
      await choose(page, "1000000");
      await dialog(page).getByText("Amount is too large").waitFor();
    },
  },
  {
    name: "dialog-airdrop-amount",
    path: samePage,
    act: async (page) => {
      await choose(page, "5.125");
      await page.getByRole("button", { name: "Next", exact: true, disabled: false }).waitFor();
    },
  },
  {
    name: "dialog-airdrop-confirm",
    path: samePage,
    act: async (page) => {
      await press(page, "Next");
      await readyToConfirm(page);
    },
  },
  {
    name: "dialog-airdrop-processing",
    path: samePage,
    act: async (page) => {
      await holdBatches(page);
      await confirmInWallet(page);
      await dialog(page).locator('[role=progressbar][aria-valuenow="20"]').waitFor();
    },
    // Leaves the page while nobody is paid, as otherwise it would continue by itself.
    after: async (page) => void (await page.reload()),
  },
  {
    name: "dialog-airdrop-existing",
    path: ownToken,
    act: async (page) => {
      await open(page);
      await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
    },
  },
  {
    name: "dialog-airdrop-end",
    path: samePage,
    act: async (page) => {
      await press(page, "Create a new airdrop");
      await page.getByRole("button", { name: "End it", exact: true }).waitFor();
    },
  },
  {
    name: "dialog-airdrop-resume-confirm",
    path: ownToken,
    act: async (page) => {
      await open(page);
      await press(page, "Resume");
      await readyToConfirm(page);
    },
  },
  {
    name: "dialog-airdrop-success",
    path: samePage,
    act: async (page) => {
      await confirmInWallet(page);
      await page.getByRole("button", { name: "Done", exact: true }).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: "wallet-airdrop-waits",
    path: "/wallet",
    act: (page) => page.getByText("An airdrop waits for you").waitFor(),
  },
  {
    name: "dialog-claim",
    path: samePage,
    act: async (page) => {
      await openClaim(page);
      await dialog(page).getByRole("checkbox").first().waitFor();
    },
  },
  {
    name: "dialog-claim-none-chosen",
    path: samePage,
    act: async (page) => {
      await dialog(page).getByRole("checkbox").first().uncheck({ force: true });
      await page.getByRole("button", { name: "No token selected" }).waitFor();
    },
  },
  {
    name: "dialog-claim-no-sol",
    path: "/you",
    act: async (page, { tribe }) => {
      await answerWith(page, "airdrop/by", () => ({ balance: "0" }));
      await page.goto(`${tribe.appUrl}/wallet`);
      await openClaim(page);
      await page.getByRole("button", { name: "Deposit SOL" }).waitFor();
    },
  },
  {
    name: "dialog-claim-confirm",
    path: "/wallet",
    act: async (page) => {
      await openClaim(page);
      await press(page, "Claim airdrop");
      await readyToConfirm(page);
    },
  },
  {
    name: "dialog-claim-processing",
    path: samePage,
    act: async (page) => {
      // The calls that ask whether it has arrived fail; after the picture a retry succeeds.
      await failCalls(page, "v1/airdrop/by");
      await confirmInWallet(page);
      await dialog(page).getByRole("progressbar").waitFor();
    },
  },
  {
    name: "dialog-claim-result",
    path: samePage,
    act: (page) => dialog(page).getByRole("status").getByText("in your wallet").waitFor({ timeout: 60_000 }),
  },
]);
