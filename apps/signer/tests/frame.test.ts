import { mkdirSync, rmSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { getBase58Encoder } from "@solana/kit";
import { type Address, addressSchema } from "@tribe/contract";
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pressInFrame } from "../../../e2e/support/press-in-frame.ts";
import { type Bytes, toBase64 } from "../src/keys/bytes.ts";
import { createFakeWalletServer, type FakeWalletServer } from "../src/testing/fake-wallet-server.ts";
import { buyMessage, migratedMessages, testAddresses } from "../src/testing/messages.ts";
import { buildHarness } from "./harness/build.ts";
import { type Harness, serveHarness } from "./harness/serve.ts";

const executablePath = process.env.CHROME_PATH ?? "/usr/bin/chromium";
/** Replaces the driver's own list, which turns off storage for frames of another site; real browsers have it on. */
const flags = ["--no-sandbox", "--disable-gpu", "--disable-features=Translate,MediaRouter,HttpsUpgrades"];
const pictures = process.env.TRIBE_PICTURES;

let folders: { app: string; signer: string; root: string };
let browser: Browser;
let harness: Harness;
let wallet: FakeWalletServer;
let context: BrowserContext;
let page: Page;
let frame: FrameLocator;
const complaints: string[] = [];

const newPage = async () => {
  context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
  frame = page.frameLocator("#dialog iframe");
  page.on("console", (message) => {
    if (message.type() === "error" && message.location().url.startsWith(harness.signerOrigin))
      complaints.push(message.text());
  });
};

beforeAll(async () => {
  folders = await buildHarness();
  browser = await chromium.launch({ executablePath, args: flags });
});
afterAll(async () => {
  await browser?.close();
  await harness?.close();
  rmSync(folders.root, { recursive: true, force: true });
});
beforeEach(async () => {
  await context?.close();
  await harness?.close();
  wallet = createFakeWalletServer();
  harness = await serveHarness(folders, wallet, testAddresses);
  complaints.length = 0;
  await newPage();
});

const open = async (parameters: Record<string, string> = {}): Promise<void> => {
  const query = new URLSearchParams({ signer: harness.signerOrigin, ...parameters });
  await page.goto(`${harness.appOrigin}/?${query}`);
};
const state = (kind: string) => page.locator("#state", { hasText: kind }).waitFor();
const result = async (text: string): Promise<string> => {
  await page.locator("#result", { hasText: text }).waitFor();
  return (await page.locator("#result").textContent()) ?? "";
};
const picture = async (name: string) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png` });
};
/** Makes a wallet, then opens the dialog that asks for a signature. */
const askFor = async (build: (wallet: Address) => Promise<Bytes>, parameters: Record<string, string> = {}) => {
  await open();
  await state("ready");
  const address = wallet.address();
  if (!address) throw new Error("the wallet is there");
  const bytes = await build(address);
  await open({ message: toBase64(bytes), ...parameters });
  await page.getByRole("button", { name: "Open" }).click();
  return { address, bytes };
};
const askToBuy = (parameters: Record<string, string> = {}) => askFor(buyMessage, parameters);
/** Whether a text that the page shows is this wallet's signature of exactly these bytes. */
const isSignature = async (text: string, address: Address, bytes: Bytes): Promise<boolean> => {
  const key = new Uint8Array(getBase58Encoder().encode(address));
  const publicKey = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  const signature = new Uint8Array(getBase58Encoder().encode(text.replace("signed ", "")));
  return crypto.subtle.verify("Ed25519", publicKey, signature, bytes);
};
/** The guard takes a moment, and machines are busy. */
const armed = (yes = true) => expect.poll(() => confirm().isEnabled(), { timeout: 15_000 }).toBe(yes);
const confirm = () => frame.getByRole("button", { name: "Confirm" });

describe("the frame in Chromium under its policy", () => {
  it("makes a wallet for a newcomer, keeps it over a reload, and breaks no rule of its policy", async () => {
    await open();
    await state("ready");
    const address = wallet.address();
    expect(await page.locator("#address").textContent()).toBe(address);
    await page.reload();
    await state("ready");
    expect(wallet.address()).toBe(address);
    expect(complaints).toEqual([]);
  });

  it("signs exactly what it showed after a press inside the frame", async () => {
    const { address, bytes } = await askToBuy({ theme: "light" });
    await armed();
    await picture("buy-light");
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await pressInFrame(confirm());
    expect(await isSignature(await result("signed"), address, bytes)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("works by keyboard alone", async () => {
    await askToBuy();
    await armed();
    await picture("buy-dark");
    await confirm().focus();
    await page.keyboard.press("Enter");
    await result("signed");
  });

  it("ends as declined on Cancel", async () => {
    await askToBuy();
    await pressInFrame(frame.getByRole("button", { name: "Cancel" }));
    await result("declined");
  });

  it("does nothing on a press that script made", async () => {
    await askToBuy();
    await armed();
    for (const candidate of page.frames())
      if (candidate !== page.mainFrame())
        await candidate.evaluate(() => {
          for (const button of document.querySelectorAll("button"))
            if (button.textContent === "Confirm") {
              button.click();
              button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            }
        });
    await page.locator("#phase", { hasText: "waiting" }).waitFor();
    expect(await page.locator("#result").textContent()).toBe("");
    await pressInFrame(confirm());
    await result("signed");
  });

  it("keeps Confirm shut while something covers it", async () => {
    await askToBuy();
    await armed();
    await page.evaluate(() => {
      const cover = document.createElement("div");
      cover.id = "cover";
      cover.style.cssText = "position:fixed;inset:0;background:#123;z-index:99;pointer-events:none";
      document.body.append(cover);
    });
    await armed(false);
    await picture("covered");
    await frame.getByText("Make this whole box visible to confirm").waitFor();
    await page.evaluate(() => document.querySelector("#cover")?.remove());
    await armed();
  });

  it("shows why it refuses a message that was tampered with, and signs nothing", async () => {
    await open();
    await state("ready");
    const address = wallet.address();
    if (!address) throw new Error("the wallet is there");
    const bytes = await buyMessage(address, addressSchema.parse("11111111111111111111111111111114"));
    await open({ message: toBase64(bytes) });
    await page.getByRole("button", { name: "Open" }).click();
    await frame.getByRole("heading", { name: "Your wallet refused this" }).waitFor();
    await picture("refused-dark");
    await pressInFrame(frame.getByRole("button", { name: "OK" }));
    await result("declined");
  });

  it("refuses to sign when the server's share was changed", async () => {
    await askToBuy();
    for (const sharing of wallet.sharings) {
      const bytes = Uint8Array.from(atob(sharing.serverShare), (char) => char.charCodeAt(0));
      bytes[5] = (bytes[5] ?? 0) ^ 255;
      sharing.serverShare = toBase64(bytes);
    }
    await pressInFrame(confirm());
    await frame.getByText("nothing was signed. One of them was changed").waitFor();
    await pressInFrame(frame.getByRole("button", { name: "OK" }));
    await result("declined");
  });

  it("offers to try again when the share cannot be fetched", async () => {
    await askToBuy();
    await armed();
    harness.setDown(true);
    await pressInFrame(confirm());
    await frame.getByRole("button", { name: "Try again" }).waitFor();
    await picture("failed-dark");
    harness.setDown(false);
    await pressInFrame(frame.getByRole("button", { name: "Try again" }));
    await result("signed");
  });

  it("asks the app for a new token when its own is used up, and nobody notices", async () => {
    await askToBuy();
    await armed();
    harness.expireTokens();
    await pressInFrame(confirm());
    await result("signed");
  });

  it("brings the wallet to a second browser by a mailed code typed inside the frame, in the middle of a signature", async () => {
    const { address, bytes } = await askToBuy();
    await context.close();
    await newPage();
    await open({ message: toBase64(bytes) });
    await state("recovery_needed");
    expect(await page.locator("#address").textContent()).toBe(address);
    await page.getByRole("button", { name: "Open" }).click();
    await picture("recovery-offer-dark");
    await pressInFrame(frame.getByRole("button", { name: "Mail me a code" }));
    const field = frame.getByLabel("Code from the mail");
    await field.fill("000000");
    await pressInFrame(frame.getByRole("button", { name: "Continue" }));
    await frame.getByText("That code is not right").waitFor();
    await picture("recovery-code-dark");
    await field.fill(wallet.mailed.at(-1) ?? "");
    await page.keyboard.press("Enter");
    await pressInFrame(confirm());
    await result("signed");
    expect(wallet.sharings).toHaveLength(2);
  });

  it("gives no answer to a page of another origin", async () => {
    await open();
    await state("ready");
    const stranger = await serveHarness(folders, wallet, testAddresses);
    try {
      await page.goto(`${stranger.appOrigin}/?signer=${harness.signerOrigin}`);
      const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
      await page.reload();
      await refused;
      expect(await page.locator("#state").textContent()).toBe("connecting");
    } finally {
      await stranger.close();
    }
  });
});

describe("a migrated token in the frame", () => {
  const shown: [keyof typeof migratedMessages, string, string[], string][] = [
    [
      "swapBuy",
      "Swap 1.5 SOL for at least 36,000.123456 new tokens",
      ["You pay", "1.5 SOL", "You get at least", "36,000.123456 new tokens", "Rent of new accounts", "0.00207408 SOL"],
      "1.50207914 SOL",
    ],
    [
      "swapSell",
      "Swap 1,000,000 new tokens",
      ["You give", "1,000,000 new tokens", "You get at least", "0.0384 SOL", "already taken off"],
      "0.00000506 SOL",
    ],
    [
      "convert",
      "Convert 4.5 tokens",
      ["You give", "4.5 tokens", "new tokens, at the rate that the migration fixed", "New token"],
      "0.00207914 SOL",
    ],
    ["collect", "Pay out the collected fees", ["Creator, gets the creator's fees", "111…115"], "0.00000506 SOL"],
  ];
  for (const [index, [name, headline, lines, worst]] of shown.entries())
    it(`shows what leaves and what comes of a ${name}, its worst case, and signs those bytes`, async () => {
      const { address, bytes } = await askFor(migratedMessages[name], {
        theme: index % 2 === 0 ? "dark" : "light",
        title: "Swap",
        ...(name === "convert" ? {} : { spendLabel: "Max SOL Required" }),
      });
      await frame.getByRole("heading", { name: headline }).waitFor();
      for (const line of lines) await frame.getByText(line, { exact: true }).first().waitFor();
      await frame.getByText(name === "convert" ? "Max Spend" : "Max SOL Required", { exact: true }).waitFor();
      await frame.getByText(worst, { exact: true }).last().waitFor();
      await armed();
      await picture(`migrated-${name}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      await pressInFrame(confirm());
      expect(await isSignature(await result("signed"), address, bytes)).toBe(true);
      expect(complaints).toEqual([]);
    });

  it("refuses a swap whose tokens would go to somebody else, with the reason", async () => {
    await open();
    await state("ready");
    const address = wallet.address();
    if (!address) throw new Error("the wallet is there");
    const bytes = await migratedMessages.swapBuy(addressSchema.parse("11111111111111111111111111111114"));
    await open({ message: toBase64(bytes) });
    await page.getByRole("button", { name: "Open" }).click();
    await frame.getByText("Another account than your wallet would pay").waitFor();
    await pressInFrame(frame.getByRole("button", { name: "OK" }));
    await result("declined");
  });
});

describe("a browser that keeps nothing for other sites", () => {
  it("says so instead of making a wallet that would be lost", async () => {
    const strict = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      page = await strict.newPage();
      await open();
      await state("failed");
      expect(await page.locator("#failure").textContent()).toContain("Allow this site to keep data");
      expect(wallet.address()).toBeNull();
    } finally {
      await strict.close();
    }
  });
});
