import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSolanaRpc, generateKeyPairSigner, address as kitAddress, lamports as kitLamports } from "@solana/kit";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from "vitest";
import { passWalletTime } from "../../apps/server/src/testing/pass-wallet-time.ts";
import { dayMs, lastMailAt, readFromMail, signInByMail } from "../support/page/at-the-page.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { engines } from "./driver/engines.ts";
import { desktop, phone, picture, usePeople, type Visitor } from "./driver/people.ts";
import { type EngineScreen, screenOf } from "./driver/screen.ts";
import { wallet } from "./steps/confirm.ts";

// The wallet's own page and its mailed links: a recovery kit brings the wallet to another browser, a mailed link to a third, and the account
// moves to a new wallet. In WebKit the page is in a frame in the app, since a window of the wallet has another storage there (record 0231).

let tribe: Tribe;
let folder: string;

beforeAll(async () => {
  [tribe, folder] = await Promise.all([startTribe({ hasOwnName: true }), mkdtemp(join(tmpdir(), "tribe-browsers-"))]);
});
afterAll(async () => {
  await tribe?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The wallet's own page: the tab, and where in it the page is. */
interface OwnPage {
  readonly screen: EngineScreen;
  readonly at: Pick<EngineScreen, "getByRole" | "getByText">;
}

const section = ({ at }: OwnPage, name: string) => at.getByRole("region", { name });
const addressOn = ({ at }: OwnPage) => at.getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/).textContent();
const inTribe = 'iframe[title="Your wallet\'s own page"]';

/** Opens an address of the wallet in a new tab, and goes on into the app where the engine keeps the wallet there. */
const openOfWallet = async (visitor: Visitor, url: string, goOn: string): Promise<OwnPage> => {
  const own = screenOf(await visitor.screen.tab.newTab());
  onTestFailed(() => picture({ ...visitor, screen: own }, "own-failed").catch(() => undefined));
  await own.open(url);
  if (own.tab.engine.name !== "WebKit") return { screen: own, at: own };
  await own.getByRole("button", { name: goOn }).click();
  await own.arrives(/\/you\/security\/wallet/);
  return { screen: own, at: own.frameLocator(inTribe) };
};

/**
 * Opens the wallet's own page by the link of the app's Security page, in a new tab. It isn't pressed: WebKit's driver tells of no tab
 * that its page may not reach.
 */
const openWalletPage = async (visitor: Visitor): Promise<OwnPage> => {
  await visitor.screen.open(`${tribe.config().appUrl}/you/security`);
  const link = visitor.screen.getByRole("link", { name: "Open your wallet's own page" });
  const own = await openOfWallet(visitor, (await link.getAttribute("href")) ?? "", "Open it inside Tribe");
  await own.at.getByRole("heading", { name: "Your wallet's own page" }).waitFor();
  return own;
};

describe.each(engines)("in $name", (engine) => {
  const test = it.skipIf(!engine.isHere);
  const person = usePeople(engine, { first: phone, second: desktop, third: phone });
  const email = `wallet@${engine.name.toLowerCase()}.example`;
  const saved = { file: "", passphrase: "", address: "" };

  beforeEach(() => {
    onTestFailed(() => void process.stdout.write(`${tribe.output().slice(-4_000)}\n`));
  });
  const typeKit = async (at: ReturnType<typeof section>) => {
    await at.getByLabel("The kit's file").setInputFiles([saved.file]);
    await at.getByRole("textbox", { name: "Its passphrase" }).fill(saved.passphrase);
  };
  const signInAgain = async ({ screen }: Visitor) => {
    await screen.open(`${tribe.config().appUrl}/you`);
    await screen.getByRole("button", { name: "Sign in with e-mail" }).click();
    await signInByMail(screen, tribe.mailUrl(), email);
    await screen.getByRole("link", { name: /^Security/ }).waitFor();
  };
  /** Asks for a mailed link in a section of the wallet's own page, and opens it. */
  const proveByMail = async (visitor: Visitor, own: OwnPage, name: string): Promise<OwnPage> => {
    const after = await lastMailAt(tribe.mailUrl(), email);
    const ask = section(own, name).getByRole("button", { name: /^E-mail me a link/ });
    const mailed = section(own, name).getByText("We sent a link to");
    const refused = section(own, name).getByRole("button", { name: /^E-mail me a link in \d+ s$/ });
    await ask.click();
    // One in half a minute: the button says how long, and can be pressed then.
    await mailed.or(refused).waitFor();
    if (!(await mailed.isVisible())) await ask.click();
    await mailed.waitFor();
    const link = await readFromMail(tribe.mailUrl(), { email, after, what: /(https?:\S+#proof=\S+)/ });
    return openOfWallet(visitor, link, "Open it");
  };

  test("makes a recovery kit on the wallet's own page by a mailed link, and tries it", async () => {
    const first = person("first");
    const { screen } = first;
    await screen.open(`${tribe.config().appUrl}/you`);
    await screen.getByRole("button", { name: "Sign in with e-mail" }).click();
    await signInByMail(screen, tribe.mailUrl(), email);
    for (const name of ["Your wallet is ready", "Connect social"])
      await screen.getByRole("dialog", { name }).getByRole("button", { name: "Later" }).click();
    await screen.getByRole("button", { name: "Enter the app" }).click();
    const own = await openWalletPage(first);
    saved.address = (await addressOn(own)) ?? "";
    const proven = await proveByMail(first, own, "Recovery kit");
    const kit = section(proven, "Recovery kit");
    await kit.getByRole("button", { name: "Make a recovery kit" }).click();
    const groups = kit.getByRole("list", { name: "Passphrase" }).getByRole("listitem");
    await groups.last().waitFor();
    await picture({ ...first, screen: proven.screen }, "kit-made");
    saved.passphrase = (await groups.allTextContents()).join("-");
    const file = await first.saves(() => kit.getByRole("button", { name: "Save the file" }).click());
    saved.file = join(folder, `${engine.name}.json`);
    await copyFile(file, saved.file);
    await first.saves(() => kit.getByRole("link", { name: "Save the restore page" }).click());
    await kit.getByRole("button", { name: "I have both: check my kit" }).click();
    await typeKit(kit);
    await kit.getByRole("button", { name: "Check my kit" }).click();
    await kit.getByText("Your kit works.").waitFor();
    await picture({ ...first, screen: proven.screen }, "kit");
  });

  test("brings the wallet to another browser by the kit", async () => {
    const second = person("second");
    await signInAgain(second);
    const own = await openWalletPage(second);
    const missing = section(own, "Your wallet isn't in this browser yet");
    await typeKit(missing);
    await missing.getByRole("button", { name: "Bring it here" }).click();
    await section(own, "Recovery kit")
      .getByText(/^Kit \w{8} was tried on/)
      .waitFor();
    expect(await addressOn(own)).toBe(saved.address);
    await picture({ ...second, screen: own.screen }, "restored");
  });

  test("brings the wallet to a third browser by a mailed link, and signs there", async () => {
    const chain = createSolanaRpc(tribe.config().rpcUrl);
    await chain.requestAirdrop(kitAddress(saved.address), kitLamports(40_000_000n)).send();
    const third = person("third");
    const { screen } = third;
    await signInAgain(third);
    const { address } = await generateKeyPairSigner();
    await screen.open(`${tribe.config().appUrl}/wallet`);
    await screen.getByRole("button", { name: "Send", exact: true }).click();
    await screen.getByRole("dialog").getByRole("textbox", { name: "To", exact: true }).fill(address);
    await screen.getByRole("dialog").getByRole("textbox", { name: "Amount" }).fill("0.01");
    await screen.getByRole("button", { name: "Next", exact: true }).click();
    const after = await lastMailAt(tribe.mailUrl(), email);
    await wallet(screen).getByRole("button", { name: "E-mail me a link" }).click();
    const link = await readFromMail(tribe.mailUrl(), { email, after, what: /(https?:\S+#recover=\S+)/ });
    const opened = await openOfWallet(third, link, "Bring it here");
    if (opened.at === opened.screen) await opened.at.getByRole("button", { name: "Bring it here" }).click();
    await opened.at.getByRole("heading", { name: "Your wallet is in this browser now" }).waitFor();
    await picture({ ...third, screen: opened.screen }, "by-mail");
    await opened.screen.tab.closeTab();
    await wallet(screen).getByText(address, { exact: true }).waitFor();
    await wallet(screen).getByRole("button", { name: "Confirm" }).waitFor();
  });

  test("moves the account to a new wallet", async () => {
    const first = person("first");
    const title = "Move to a new wallet";
    const own = await openWalletPage(first);
    const proven = await proveByMail(first, own, title);
    await section(proven, title).getByRole("button", { name: "Make my new wallet" }).click();
    await section(proven, title).getByText("You can move from").waitFor();
    await section(proven, "Asked of your wallet").getByText("A move to a new wallet").waitFor();
    await picture({ ...first, screen: proven.screen }, "move-waits");
    await passWalletTime(tribe.dataDir, email, dayMs);
    const later = await proveByMail(first, await openWalletPage(first), title);
    await section(later, title).getByRole("button", { name: "Make my new wallet" }).click();
    const left = section(later, "Your move to this wallet");
    await left.getByRole("button", { name: "Move all of it" }).click();
    await left.getByText("Nothing is left at your old wallet").waitFor();
    await left.getByRole("button", { name: "Finish this move" }).click();
    await section(later, title).getByText(`You moved here from ${saved.address}`).waitFor();
    await picture({ ...first, screen: later.screen }, "moved");
  });
});
