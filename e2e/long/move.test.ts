import { type Mint, routes } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forgetMailPace } from "../../apps/server/src/testing/forget-mail-pace.ts";
import { passWalletTime } from "../../apps/server/src/testing/pass-wallet-time.ts";
import { askForCode, dayMs, lastMailAt, readCode, readFromMail, recoverByLink } from "../support/page/at-the-page.ts";
import { accessFaultsInAllLooks, newVisitor, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, tokens } from "../support/people/people.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A Chief with SOL, tokens and a seat replaces a wallet whose key may have leaked, and keeps their account.

let tribe: Tribe;
let browser: Browser;
/** The person's wallet is on a first device (in Node); the page is their second device. */
let mover: Person;
let host: Person;
/** The mover's own Tribe, and the one where they have a seat. */
let own: Mint;
let seated: Mint;
let before: string;
let visitor: Visitor;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  [mover, host] = await Promise.all([createTrader(tribe.appUrl, "mover"), createTrader(tribe.appUrl, "movehost")]);
  [own, seated] = [await mover.createTribe(tokens(1)), await host.createTribe(tokens(1))];
  await mover.trade(seated, { side: "buy", tokens: tokens(12) });
  await mover.join(seated);
  before = mover.address;
  await forgetMailPace(tribe.dataDir);
  visitor = await newVisitor(browser, phone);
});
afterAll(leaveProduct);
beforeEach(() => {
  reportFailure("move", () => ({ visitors: [visitor], tribe }));
});

const section = (page: Page, name: string) => page.getByRole("region", { name });
const moveTitle = "Move to a new wallet";
const goingOn = "Your move to this wallet";

/** Checks the page with axe on a phone and on a desktop, light and dark. */
const checkAccess = async (page: Page, name: string) =>
  expect(await accessFaultsInAllLooks(page, `move-${name}`)).toEqual([]);

const openOwnPage = async (): Promise<Page> => {
  const { page } = visitor;
  await visit(page, `${tribe.appUrl}/you/security`);
  await page.getByText(/^If you lose this device: by/).waitFor();
  const link = page.getByRole("link", { name: "Open your wallet's own page" });
  const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await opened.getByRole("heading", { name: "Your wallet's own page" }).waitFor();
  return opened;
};

/** Requests a link for the move and opens it from the mail. */
const proveByMail = async (page: Page): Promise<Page> => {
  await forgetMailPace(tribe.dataDir);
  const after = await lastMailAt(tribe.mailUrl(), mover.email);
  await section(page, moveTitle).getByRole("button", { name: "E-mail me a link" }).click();
  await section(page, moveTitle).getByText("We sent a link to").waitFor();
  const link = await readFromMail(tribe.mailUrl(), { email: mover.email, after, what: /(https?:\S+#proof=\S+)/ });
  const proven = await page.context().newPage();
  await page.close();
  await proven.goto(link);
  await section(proven, moveTitle).getByRole("button", { name: "Make my new wallet" }).waitFor();
  return proven;
};

it("says what a move takes along and what not, and waits for a day, which the Security page shows", async () => {
  const { page } = visitor;
  await visit(page, `${tribe.appUrl}/wallet`);
  await page.getByRole("button", { name: "Sign in to get a wallet" }).click();
  const signInMail = await lastMailAt(tribe.mailUrl(), mover.email);
  await askForCode(page, mover.email);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(tribe.mailUrl(), mover.email, signInMail));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "To", exact: true }).fill(host.address);
  await dialog.getByRole("textbox", { name: "Amount" }).fill("0.1");
  await dialog.getByRole("button", { name: "Next", exact: true }).click();
  await recoverByLink(page, tribe, mover.email);
  const opened = await openOwnPage();
  await section(opened, moveTitle).scrollIntoViewIfNeeded();
  await checkAccess(opened, "start");
  const proven = await proveByMail(opened);
  await section(proven, moveTitle).getByRole("button", { name: "Make my new wallet" }).click();
  await section(proven, moveTitle).getByText("You can move from").waitFor();
  await section(proven, "Asked of your wallet").getByText("A move to a new wallet").waitFor();
  await checkAccess(proven, "waiting");
  await proven.reload();
  await section(proven, "Asked of your wallet").getByText("A move to a new wallet").waitFor();
  await proven.close();
  await page.reload();
  await page.getByText("a move to a new wallet").waitFor();
});

it("makes the new wallet once the day is over, and resumes an interrupted move", async () => {
  await passWalletTime(tribe.dataDir, mover.email, dayMs);
  const proven = await proveByMail(await openOwnPage());
  const found = section(proven, goingOn).getByText("12 tokens of");
  const tooMany = section(proven, moveTitle).getByText("Too many requests.");
  // Nobody else does all of this within a minute: the limit of calls about a wallet may ask to wait.
  await expect
    .poll(
      async () => {
        await section(proven, moveTitle).getByRole("button", { name: "Make my new wallet" }).click();
        await found.or(tooMany).waitFor();
        return found.isVisible();
      },
      { timeout: 120_000, interval: 5_000 },
    )
    .toBe(true);
  // Closed half-way: the account has its new wallet, and nothing has been moved yet.
  await proven.close();
  const { address } = await mover.refresh();
  expect(address).not.toBe(before);
  const opened = await openOwnPage();
  const move = section(opened, goingOn);
  await move.getByText(before, { exact: true }).waitFor();
  await move.getByText(String(address), { exact: true }).waitFor();
  await move.getByText("12 tokens of").waitFor();
  await move.getByText("You as Chief of").waitFor();
  await checkAccess(opened, "found");
  await opened.reload();
  await move.getByText("12 tokens of").waitFor();
  await move.getByRole("button", { name: "Move all of it" }).click();
  await move.getByText("Nothing is left at your old wallet").waitFor();
  await checkAccess(opened, "moved");
  await opened.reload();
  await move.getByText("Nothing is left at your old wallet").waitFor();
  await move.getByRole("button", { name: "Finish this move" }).click();
  await section(opened, moveTitle).getByText(`You moved here from ${before}`).waitFor();
  // The old key is kept for a while, and can be taken up again.
  const stored = opened.getByRole("region", { name: /^Your old wallet: kept until / });
  await stored.getByRole("button", { name: "Look what is there" }).click();
  await stored.getByText("Nothing is left at your old wallet").waitFor();
  await checkAccess(opened, "kept");
});

it("keeps the person's Tribe, seat and assets; the old key can't act for them any more", async () => {
  const membershipIn = async (mint: Mint) =>
    (await mover.api(routes.market.profile, { query: { mint } })).subscribeState;
  await expect.poll(() => membershipIn(own)).toBe("chief");
  await expect.poll(() => membershipIn(seated)).toBe("active");
  expect(await mover.balance()).toBe(0n);
  // The first device has the old key's share and a session; the server does not give it the other share.
  await expect(mover.trade(seated, { side: "sell", tokens: tokens(1) })).rejects.toThrow();
  const { page } = visitor;
  await visit(page, `${tribe.appUrl}/wallet`);
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  await checkAccess(page, "wallet-after");
});
