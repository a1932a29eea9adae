import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { signInByMail } from "./support/page/at-the-page.ts";
import { accessFaults, newVisitor, openBrowser, phone, picture, type Visitor, visit } from "./support/page/browser.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";

// One person's wallet with a passkey, on the whole product in Chromium with its virtual authenticator.

const email = "keeper@example.com";
let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
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

/** Gives a tab an authenticator of its own. A real one serves all tabs: what it keeps is carried over. */
const plugIn = async (page: Page, { hasPrf = true } = {}) => {
  const session: CDPSession = await page.context().newCDPSession(page);
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
  const credentials = async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    credentials,
    carryTo: async (other: CDPSession, authenticator: string) => {
      for (const credential of await credentials())
        await other.send("WebAuthn.addCredential", { authenticatorId: authenticator, credential });
    },
    session,
    authenticatorId,
    leave: () => session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
  };
};

const walletPage = async (page: Page): Promise<Page> => {
  await visit(page, `${tribe.appUrl}/you/security`);
  // What is told above the link comes a moment later, and moves it.
  await page.getByText(/^Comes back by/).waitFor();
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Open your wallet's own page" }).click(),
  ]);
  await opened.getByRole("heading", { name: "What brings your wallet back" }).waitFor();
  return opened;
};

it("a newcomer makes a passkey on the wallet's own page, and one without PRF is refused with nothing lost", async () => {
  visitor = await newVisitor(browser, phone);
  const { page } = visitor;
  onTestFailed(async () => {
    for (const [index, each] of page.context().pages().entries()) await picture(each, `failed-passkey-${index}`);
    process.stdout.write(`${visitor.complaints.join("\n")}\n${tribe.output().slice(-3_000)}\n`);
  });
  await visit(page, tribe.appUrl);
  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await signInByMail(page, mailUrl(), email);
  // What a sign-in leads on to is left: it would open again beside the wallet's page.
  for (const name of ["Your wallet is ready", "Connect social"])
    await page.getByRole("dialog", { name }).getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: "Enter the app" }).click();
  const own = await walletPage(page);
  expect(await accessFaults(own, "passkey-none-phone-light")).toEqual([]);

  const plain = await plugIn(own, { hasPrf: false });
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await own.getByRole("alert").getByText("it lacks what browsers call PRF").waitFor();
  await own.getByRole("heading", { name: "This browser doesn't lock" }).waitFor();
  await picture(own, "passkey-no-prf");
  await plain.leave();

  const authenticator = await plugIn(own);
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await own.getByText("Your passkey brings the wallet back, and locks this browser").waitFor();
  await own.getByRole("heading", { name: "This browser locks" }).waitFor();
  expect(await authenticator.credentials()).toHaveLength(1);
  expect(await accessFaults(own, "passkey-added-phone-light")).toEqual([]);
});
