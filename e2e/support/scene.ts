import { type Mint, routes } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import type { Browser, FrameLocator, Page, Request } from "playwright-core";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { apiCall } from "./faults.ts";
import { confirmInWallet, recoverByLink, signInByMail } from "./page/at-the-page.ts";
import { type Looks, newVisitor, type Visitor, visit } from "./page/browser.ts";
import { buyOut } from "./people/buy-out.ts";
import { type Giver, openGiver } from "./people/giver.ts";
import { createTrader, gather, sol, tokens } from "./people/people.ts";
import type { Tribe } from "./product/tribe.ts";

/** A member of a Tribe in a browser, and the Chief, who acts from Node. */
export interface Scene {
  /** The prefix of its people's names. */
  readonly name: string;
  readonly tribe: Tribe;
  readonly visitor: Visitor;
  readonly page: Page;
  readonly chief: Person;
  /** The person in the browser, acting from another device. */
  readonly member: Person;
  readonly mint: Mint;
  /** The member's own Tribe, where they are the Chief. */
  readonly ownMint: Mint;
  /** Has old tokens from before the migration; null in scenes without a pool. */
  readonly giver: Giver | null;
  /** The wallet's frame in the open dialog. */
  wallet(): FrameLocator;
  open(path: string): Promise<void>;
}

const preparesTrade = apiCall("POST", "/v2/factory/trade");

/** Whole tokens that the member buys in addition to a seat. */
const more = 30;

/** The actions of a scene on a page of the app. */
const on = (tribe: Tribe, page: Page): Pick<Scene, "page" | "wallet" | "open"> => ({
  page,
  wallet: () => page.frameLocator('iframe[title="Confirm in your wallet"]'),
  open: async (path) => void (await visit(page, `${tribe.appUrl}${path}`)),
});

/** The same person in another tab with a mocked clock. */
export const openTab = async (scene: Scene): Promise<Scene> => {
  const page = await scene.page.context().newPage();
  await page.clock.install();
  const tab = { ...scene, ...on(scene.tribe, page) };
  await tab.open("/");
  return tab;
};

/** Opens the page on a device that can sign: the wallet was recovered by a mailed link, with a first small sale. */
export const enterScene = async (tribe: Tribe, browser: Browser, looks: Looks, name: string): Promise<Scene> => {
  const email = `${name}@example.com`;
  const [chief, member] = await Promise.all([
    createTrader(tribe.appUrl, `${name}chief`),
    createPerson({ appUrl: tribe.appUrl, email }),
  ]);
  await Promise.all([member.connectX({ name: `Member ${name}`, username: name }), member.fundByAirdrop(sol(90))]);
  const mint = await gather([chief, member]);
  await member.trade(mint, { side: "buy", tokens: tokens(more) });
  const ownMint = await member.createTribe(tokens(0));

  const visitor = await newVisitor(browser, looks);
  const { page, wallet, open } = on(tribe, visitor.page);

  // The first device's code was mailed a moment ago.
  await forgetMailPace(tribe.dataDir);
  await open(`/token/${mint}`);
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await signInByMail(page, tribe.mailUrl(), email);
  await page.getByRole("textbox", { name: "Amount" }).fill("1");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await recoverByLink(page, tribe, email);
  // The link takes a while, in which the blockhash may expire with short slots: then the wallet asks once more.
  const confirmAgain = (request: Request) => {
    if (preparesTrade(request)) confirmInWallet(page).catch(() => undefined);
  };
  page.on("request", confirmAgain);
  await confirmInWallet(page);
  await page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  page.off("request", confirmAgain);
  await page.getByRole("button", { name: "OK", exact: true }).click();
  return { name, tribe, visitor, page, chief, member, mint, ownMint, giver: null, wallet, open };
};

/**
 * The same people with a Tribe that was bought out and has migrated to its pool. The member is in its chat already: a first
 * purchase that brings a seat opens the chat, and its dialog would close before a test has read it.
 */
export const enterPool = async (scene: Scene): Promise<Scene> => {
  const { tribe, member, name } = scene;
  const [founder, whale] = await Promise.all([
    createTrader(tribe.appUrl, `${name}founder`),
    createTrader(tribe.appUrl, `${name}whale`),
  ]);
  await whale.fundByAirdrop(sol(100));
  const mint = await founder.createTribe(tokens(1));
  const { tokenId } = await member.api(routes.market.profile, { query: { mint } });
  const giver = await openGiver(tribe, { tokenId, mint, units: tokens(100), to: member.address });
  await member.trade(mint, { side: "buy", tokens: tokens(more) });
  await member.join(mint);
  await buyOut(whale, mint);
  return { ...scene, mint, giver };
};
