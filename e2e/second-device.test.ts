import { createSolanaRpc, generateKeyPairSigner, address as kitAddress, lamports as kitLamports } from "@solana/kit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { apiCall, strike } from "./support/faults.ts";
import { isLongRun } from "./support/long-run.ts";
import { confirmInWallet, signInByMail } from "./support/page/at-the-page.ts";
import {
  accessFaults,
  desktop,
  newVisitor,
  openBrowser,
  phone,
  picture,
  type Visitor,
  visit,
} from "./support/page/browser.ts";
import { pressInFrame } from "./support/page/press-in-frame.ts";
import { primaryButtons } from "./support/page/screen-faults.ts";
import { sol } from "./support/people/people.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";

// One person with two browsers: the one with the wallet shares it with the other one, or refuses.

const email = "two-devices@example.com";
let tribe: Tribe;
let browser: Browser;
/** The browser with the wallet. */
let first: Visitor;
/** The browser that requests it. */
let second: Visitor;
/** The wallet's own page in the first browser. */
let own: Page;
let recipient: string;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

const tellOnFailure = () =>
  onTestFailed(async () => {
    for (const [name, each] of Object.entries({ first: first?.page, second: second?.page, own }))
      if (each) await picture(each, `failed-second-device-${name}`);
    process.stdout.write(`${[first, second].flatMap((each) => each?.complaints ?? []).join("\n")}\n`);
    process.stdout.write(tribe.output().slice(-3_000));
  });

const wallet = () => second.page.frameLocator('iframe[title="Confirm in your wallet"]');

/** Starts a transaction in the second browser, up to the wallet's frame. */
const askToSend = async (): Promise<void> => {
  const { page } = second;
  await visit(page, `${tribe.config().appUrl}/wallet`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "To", exact: true }).fill(recipient);
  await dialog.getByRole("textbox", { name: "Amount" }).fill("0.5");
  await page.getByRole("button", { name: "Next", exact: true }).click();
};

const askOtherDevice = () => pressInFrame(wallet().getByRole("button", { name: "Approve on another device" }));
const question = () => own.getByRole("region", { name: "A browser asks for your wallet" });

it("the first browser is notified of the second one's request, without details, and refuses it", async () => {
  tellOnFailure();
  first = await newVisitor(browser, desktop);
  const { page } = first;
  const { appUrl, rpcUrl } = tribe.config();
  await visit(page, appUrl);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInByMail(page, tribe.mailUrl(), email);
  for (const name of ["Your wallet is ready", "Connect social"])
    await page.getByRole("dialog", { name }).getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: "Enter the app" }).click();

  second = await newVisitor(browser, phone);
  await visit(second.page, `${appUrl}/you`);
  await second.page.getByRole("button", { name: "Sign in with e-mail" }).click();
  await signInByMail(second.page, tribe.mailUrl(), email);
  await second.page.getByRole("link", { name: /^Security/ }).waitFor();

  await visit(page, `${appUrl}/you/security`);
  await page.getByText(/^Recovery by/).waitFor();
  expect(await page.getByText("Your wallet has a question for you").count()).toBe(0);
  [own] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Open your wallet's own page" }).click(),
  ]);
  const address = (await own.getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/).textContent()) ?? "";
  const rpc = createSolanaRpc(rpcUrl);
  await rpc.requestAirdrop(kitAddress(address), kitLamports(sol(2))).send();
  const { address: to } = await generateKeyPairSigner();
  recipient = to;
  const { value } = await rpc.getBalance(kitAddress(address), { commitment: "confirmed" }).send();
  if (value === 0n)
    await expect
      .poll(async () => (await rpc.getBalance(kitAddress(address), { commitment: "confirmed" }).send()).value)
      .toBe(sol(2));

  await askToSend();
  await wallet().getByText("A device of yours that has it can give it to this one.").waitFor();
  expect(await accessFaults(second.page, "second-device-offer-phone-light")).toEqual([]);
  await askOtherDevice();
  await wallet().getByText("Waiting for your other device...").waitFor();
  expect(await accessFaults(second.page, "second-device-asked-phone-light")).toEqual([]);

  await page.getByText("Your wallet has a question for you").waitFor();
  expect(await accessFaults(page, "second-device-told-desktop-dark")).toEqual([]);
  await question().getByText("This machine").waitFor();
  expect(await accessFaults(own, "second-device-question-desktop-dark")).toEqual([]);
  await own.setViewportSize(phone.viewport);
  await own.emulateMedia({ colorScheme: "light" });
  expect(await accessFaults(own, "second-device-question-phone-light")).toEqual([]);
  await question().getByRole("button", { name: "Refuse", exact: true }).click();
  await own.getByRole("region", { name: "Refused" }).getByText("That browser gets nothing.").waitFor();
  await wallet().getByText("Your other device refused this.").waitFor();
});

it.runIf(isLongRun)(
  "reports the end of a request that gets no answer from here: withdrawn there, or answered without an acknowledgement",
  async () => {
    tellOnFailure();
    await askOtherDevice();
    await question().waitFor();
    await pressInFrame(wallet().getByRole("button", { name: "Cancel" }));
    await own
      .getByRole("region", { name: "The request is over" })
      .getByText(/^This request is over\./)
      .waitFor();
    expect(await accessFaults(own, "second-device-over-phone-light")).toEqual([]);

    await askToSend();
    await askOtherDevice();
    await question().waitFor();
    const struck = await strike(own, apiCall("POST", "/wallet/approval/end"), { fault: "unanswered" });
    await question().getByRole("button", { name: "Refuse", exact: true }).click();
    await own.getByRole("region", { name: "Refused" }).getByText("That browser gets nothing.").waitFor();
    expect(struck()).toBe(1);
    await own.unrouteAll();
    await wallet().getByText("Your other device refused this.").waitFor();
  },
);

it("shares the wallet with the browser whose number is typed, over a reload in both, and that one signs", async () => {
  tellOnFailure();
  await askOtherDevice();
  await question().getByRole("button", { name: "It's me, go on" }).click();
  const shown = wallet().locator("[data-number]");
  const number = await shown.getAttribute("data-number");
  expect(number).toMatch(/^[0-9]{9}$/);
  expect(await accessFaults(second.page, "second-device-number-phone-light")).toEqual([]);
  await question().getByRole("textbox", { name: "The number on that browser's screen" }).waitFor();

  // While another browser waits for an answer, giving it is the page's main action.
  await own.setViewportSize({ width: 1280, height: 2_400 });
  expect(await primaryButtons(own)).toEqual(["Give it my wallet"]);
  await own.setViewportSize(phone.viewport);

  // Back closes the dialog, and the request stays open.
  await second.page.goBack();
  await second.page.getByRole("dialog").first().waitFor({ state: "detached" });
  await askToSend();
  await shown.waitFor();
  expect(await shown.getAttribute("data-number")).toBe(number);
  await Promise.all([own.reload(), second.page.reload()]);
  // The request continues with the same number once the wallet is needed again.
  await askToSend();
  await shown.waitFor();
  expect(await shown.getAttribute("data-number")).toBe(number);
  const typed = question().getByRole("textbox", { name: "The number on that browser's screen" });
  await typed.fill("123 456 789");
  await question().getByRole("button", { name: "Give it my wallet" }).click();
  await question().getByText("That isn't the number.").waitFor();
  expect(await accessFaults(own, "second-device-typed-phone-light")).toEqual([]);
  await typed.fill((number ?? "").replace(/(...)/g, "$1 ").trim());
  await typed.press("Enter");
  await own.getByRole("region", { name: "Approved" }).getByText("That browser has your wallet").waitFor();

  await wallet().getByText(recipient, { exact: true }).waitFor();
  await confirmInWallet(second.page);
  await second.page.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
});
