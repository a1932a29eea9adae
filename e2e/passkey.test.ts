import { createSolanaRpc, generateKeyPairSigner, address as kitAddress, lamports as kitLamports } from "@solana/kit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { isLongRun } from "./support/long-run.ts";
import { confirmInWallet, readyToConfirm, signInByMail } from "./support/page/at-the-page.ts";
import { accessFaults, newVisitor, openBrowser, phone, picture, type Visitor, visit } from "./support/page/browser.ts";
import { pressInFrame } from "./support/page/press-in-frame.ts";
import { sol } from "./support/people/people.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";

// One person's wallet with a passkey, on the real product, with Chromium's virtual authenticator.

// Two of the tests run only in the long run.
const email = "keeper@example.com";
let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
/** The tab with the passkey. */
let own: Page;
let authenticator: Awaited<ReturnType<typeof plugIn>>;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe({ hasOwnName: true }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

const mailUrl = (): string => {
  const { localMode } = tribe.config();
  if (!localMode) throw new Error("The embedded mode links its inbox");
  return localMode.mailUrl;
};

/**
 * Gives a tab its own virtual authenticator, which it keeps over navigations. Its passkeys can't be copied to another tab:
 * Chromium does not export PRF secrets.
 */
const plugIn = async (page: Page, { hasPrf = true } = {}) => {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      automaticPresenceSimulation: true,
      isUserVerified: true,
    },
  });
  let touches = 0;
  session.on("WebAuthn.credentialAsserted", () => {
    touches += 1;
  });
  return {
    credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    /** How often one of its passkeys has signed. */
    touches: () => touches,
    /** Clears an origin's storage, as a browser may do. */
    clearStorage: (origin: string) =>
      session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb,local_storage" }),
    leave: () => session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
  };
};

const walletPage = async (page: Page): Promise<Page> => {
  await visit(page, `${tribe.config().appUrl}/you/security`);
  // The text above the link appears a moment later, and moves the link.
  await page.getByText(/^Recovery by/).waitFor();
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Open your wallet's own page" }).click(),
  ]);
  await opened.getByRole("heading", { name: "What brings your wallet back" }).waitFor();
  return opened;
};

const tellOnFailure = () =>
  onTestFailed(async () => {
    for (const [index, each] of visitor.page.context().pages().entries())
      await picture(each, `failed-passkey-${index}`);
    process.stdout.write(`${visitor.complaints.join("\n")}\n${tribe.output().slice(-3_000)}\n`);
  });

it("a new person makes a passkey on the wallet's own page, and one without PRF is refused with nothing lost", async () => {
  visitor = await newVisitor(browser, phone);
  const { page } = visitor;
  tellOnFailure();
  await visit(page, tribe.config().appUrl);
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await signInByMail(page, mailUrl(), email);
  // Dismiss the steps after a sign-in, which would otherwise open again beside the wallet's page.
  for (const name of ["Your wallet is ready", "Connect social"])
    await page.getByRole("dialog", { name }).getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: "Enter the app" }).click();
  own = await walletPage(page);
  expect(await accessFaults(own, "passkey-none-phone-light")).toEqual([]);

  const plain = await plugIn(own, { hasPrf: false });
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await own.getByRole("alert").getByText("it lacks what browsers call PRF").waitFor();
  await own.getByRole("heading", { name: "This browser doesn't lock" }).waitFor();
  await picture(own, "passkey-no-prf");
  await plain.leave();

  authenticator = await plugIn(own);
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await own.getByText("Your passkey brings the wallet back, and locks this browser").waitFor();
  await own.getByRole("heading", { name: "This browser locks" }).waitFor();
  expect(await authenticator.credentials()).toHaveLength(1);
  expect(await accessFaults(own, "passkey-added-phone-light")).toEqual([]);
});

const wallet = () => own.frameLocator('iframe[title="Confirm in your wallet"]');

/** In the tab with the passkey, sends more to a new recipient than is allowed without a passkey, up to the wallet's Confirm. */
const askToSend = async (amount: string): Promise<string> => {
  const { address } = await generateKeyPairSigner();
  await visit(own, `${tribe.config().appUrl}/wallet`);
  await own.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = own.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "To", exact: true }).fill(address);
  await dialog.getByRole("textbox", { name: "Amount" }).fill(amount);
  await own.getByRole("button", { name: "Next", exact: true }).click();
  return address;
};
const confirmSend = async (recipient: string) => {
  await wallet().getByText(recipient, { exact: true }).waitFor();
  await wallet().getByText("Presses let out 5 SOL's worth in 24 hours", { exact: false }).waitFor();
  expect(await wallet().getByRole("textbox", { name: /^Type/ }).count()).toBe(0);
  await readyToConfirm(own);
  await wallet().getByText("Your passkey is asked for next").waitFor();
  await confirmInWallet(own);
};
const balanceOf = async (of: string): Promise<bigint> =>
  (await createSolanaRpc(tribe.config().rpcUrl).getBalance(kitAddress(of), { commitment: "confirmed" }).send()).value;

it.runIf(isLongRun)("one use of the passkey unlocks the wallet and sends more than is allowed without it", async () => {
  tellOnFailure();
  const holder = (await own.getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/).textContent()) ?? "";
  const rpc = createSolanaRpc(tribe.config().rpcUrl);
  await rpc.requestAirdrop(kitAddress(holder), kitLamports(sol(30))).send();
  await expect.poll(() => balanceOf(holder)).toBe(sol(30));
  await own.getByRole("button", { name: "Lock now" }).click();
  await own.getByRole("region", { name: "This browser locks" }).getByText("Locked.").waitFor();
  const recipient = await askToSend("6");
  const before = authenticator.touches();
  await confirmSend(recipient);
  await own.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  expect(await balanceOf(recipient)).toBe(sol(6));
  expect(authenticator.touches()).toBe(before + 1);
});

it.runIf(isLongRun)("restores the wallet with the passkey after the browser lost its storage", async () => {
  tellOnFailure();
  await visit(visitor.page, "about:blank");
  await visit(own, "about:blank");
  await authenticator.clearStorage(tribe.config().signerUrl);
  const before = authenticator.touches();
  const recipient = await askToSend("0.1");
  await wallet().getByText(`Your passkey or a link e-mailed to ${email} brings it here.`).waitFor();
  expect(await accessFaults(own, "passkey-recovery-phone-light")).toEqual([]);
  await pressInFrame(wallet().getByRole("button", { name: "Use your passkey" }));
  await wallet().getByText(recipient, { exact: true }).waitFor();
  await readyToConfirm(own);
  await confirmInWallet(own);
  await own.getByRole("dialog").getByText("Transaction Confirmed").waitFor();
  expect(await balanceOf(recipient)).toBe(100_000_000n);
  expect(authenticator.touches()).toBe(before + 1);
});
