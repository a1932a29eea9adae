import { mkdirSync, rmSync } from "node:fs";
import { getBase58Encoder } from "@solana/kit";
import type { Address } from "@tribe/contract";
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { watchFrameOf } from "../../../../e2e/support/page/press-in-frame.ts";
import { waitQuickly } from "../../../../e2e/support/page/quick-waits.ts";
import { type Bytes, toBase64 } from "../../src/keys/bytes.ts";
import { createAttestor } from "../../src/testing/attestor.ts";
import { createFakeWalletServer, type FakeWalletServer } from "../../src/testing/fake-wallet-server.ts";
import { testAddresses } from "../../src/testing/messages.ts";
import { buildHarness } from "./build.ts";
import { type Harness, serveHarness } from "./serve.ts";

/** The browser that the tests drive. */
export const executablePath = process.env.CHROME_PATH ?? "/usr/bin/chromium";
/** Replaces the driver's default list, which disables storage for frames of other sites; real browsers have it enabled. */
const flags = ["--no-sandbox", "--disable-gpu", "--disable-features=Translate,MediaRouter,HttpsUpgrades"];
const pictures = process.env.TRIBE_PICTURES;

type Parameters = Readonly<Record<string, string>>;

/** The real signer in a page; call {@link setUpFrame} once at the top of a file, then choose below how often it starts over. */
export class FrameAtPage {
  folders = { app: "", signer: "", root: "" };
  /** The frame's console errors, such as violations of its policy. */
  readonly complaints: string[] = [];
  #browser: Browser | null = null;
  #parts: { harness: Harness; wallet: FakeWalletServer; context: BrowserContext; page: Page } | null = null;

  async launch(moreFlags: readonly string[] = []): Promise<void> {
    this.folders = await buildHarness();
    this.#browser = await chromium.launch({ executablePath, args: [...flags, ...moreFlags] });
  }

  async begin(): Promise<void> {
    await this.context?.close();
    await this.#parts?.harness.close();
    this.complaints.length = 0;
    const attestor = await createAttestor();
    const wallet = createFakeWalletServer(attestor);
    const installation = { ...testAddresses, attestationKey: attestor.key };
    const harness = await serveHarness(this.folders, wallet, installation);
    this.#parts = { harness, wallet, ...(await this.#open(harness)) };
  }

  /** The same person returns to the same browser: their wallet is there, in a new page with an honest node. */
  async comeBack(): Promise<void> {
    const { context, page, harness, wallet } = this.#all;
    await page.close();
    this.complaints.length = 0;
    Object.assign(harness.node, { accounts: new Map(), instead: null });
    harness.setDown(false);
    this.#parts = { harness, wallet, context, page: await this.#newPage(context, harness) };
  }

  async end(): Promise<void> {
    await this.#browser?.close();
    await this.#parts?.harness.close();
    rmSync(this.folders.root, { recursive: true, force: true });
  }

  /** Another browser of the same person, with empty storage. */
  async newBrowser(): Promise<void> {
    const parts = this.#all;
    await parts.context.close();
    this.#parts = { ...parts, ...(await this.#open(parts.harness)) };
  }

  get harness(): Harness {
    return this.#all.harness;
  }
  get wallet(): FakeWalletServer {
    return this.#all.wallet;
  }
  get page(): Page {
    return this.#all.page;
  }
  get frame(): FrameLocator {
    return this.page.frameLocator("#dialog iframe");
  }
  get confirm() {
    return this.frame.getByRole("button", { name: "Confirm" });
  }

  async open(parameters: Parameters = {}, page = this.page): Promise<void> {
    const query = new URLSearchParams({ signer: this.harness.signerOrigin, ...parameters });
    await page.goto(`${this.harness.appOrigin}/?${query}`);
  }

  async state(kind: string): Promise<void> {
    await this.page.locator("#state", { hasText: kind }).waitFor();
  }

  async result(text: string): Promise<string> {
    await this.page.locator("#result", { hasText: text }).waitFor();
    return (await this.page.locator("#result").textContent()) ?? "";
  }

  async picture(name: string, page = this.page): Promise<void> {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name}.png` });
  }

  /** Makes a wallet, if there is none. */
  async address(): Promise<Address> {
    const made = this.wallet.address();
    if (made) return made;
    await this.open();
    await this.state("ready");
    const address = this.wallet.address();
    if (!address) throw new Error("the wallet is there");
    return address;
  }

  /** Opens the dialog that asks for a signature of these bytes. */
  async ask(bytes: Bytes, parameters: Parameters = {}): Promise<void> {
    await this.open({ message: toBase64(bytes), ...parameters });
    await this.page.getByRole("button", { name: "Open" }).click();
  }

  /** Makes a wallet, then opens the dialog that asks for a signature. */
  async askFor(build: (wallet: Address) => Promise<Bytes>, parameters: Parameters = {}) {
    const address = await this.address();
    const bytes = await build(address);
    await this.ask(bytes, parameters);
    return { address, bytes };
  }

  /**
   * Scrolls through the box as a person does, from its head to its buttons, and waits for the guard, which takes longer on busy
   * machines.
   */
  async armed(yes = true): Promise<void> {
    const dialog = this.page.locator("[data-drawer-content]");
    await watchFrameOf(this.confirm);
    let looks = 0;
    const look = async () => {
      const isAtHead = looks++ % 8 < 2;
      await dialog.evaluate((box, atHead) => box.scrollTo(0, atHead ? 0 : box.scrollHeight), isAtHead);
      return this.confirm.isEnabled();
    };
    await expect.poll(look, { interval: 200 }).toBe(yes);
  }

  get #all() {
    if (!this.#parts) throw new Error("no test has begun");
    return this.#parts;
  }

  private get context(): BrowserContext | undefined {
    return this.#parts?.context;
  }

  async #open(harness: Harness): Promise<{ context: BrowserContext; page: Page }> {
    if (!this.#browser) throw new Error("no browser was launched");
    const context = await this.#browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    return { context, page: await this.#newPage(context, harness) };
  }

  async #newPage(context: BrowserContext, harness: Harness): Promise<Page> {
    const page = await context.newPage();
    waitQuickly(page);
    page.on("console", (message) => {
      if (message.type() === "error" && message.location().url.startsWith(harness.signerOrigin))
        this.complaints.push(message.text());
    });
    return page;
  }
}

/** Whether a text that the page shows is this wallet's signature of exactly these bytes. */
export const isSignature = async (text: string, address: Address, bytes: Bytes): Promise<boolean> => {
  const key = new Uint8Array(getBase58Encoder().encode(address));
  const publicKey = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  const signature = new Uint8Array(getBase58Encoder().encode(text.replace("signed ", "")));
  return crypto.subtle.verify("Ed25519", publicKey, signature, bytes);
};

/** Builds and launches before a file's tests, with additional browser flags if needed, and closes after them. */
export const setUpFrame = (moreFlags: readonly string[] = []): FrameAtPage => {
  const at = new FrameAtPage();
  beforeAll(() => at.launch(moreFlags));
  afterAll(() => at.end());
  return at;
};

/** In a group of tests: each has a new person. */
export const withNewcomers = (at: FrameAtPage): void => {
  beforeEach(() => at.begin());
};

/** In a group of tests: all are about one person, who returns for each of them. */
export const withOnePerson = (at: FrameAtPage): void => {
  beforeAll(() => at.begin());
  beforeEach(() => at.comeBack());
};
