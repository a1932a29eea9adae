import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { tradeAddresses } from "@tribe/chain/messages";
import { addressSchema, recoveryFragment } from "@tribe/contract";
import { newCurve, tokensForBudget } from "@tribe/domain/curve";
import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { violationsOf } from "../../../e2e/support/page/axe.ts";
import { pressInFrame } from "../../../e2e/support/page/press-in-frame.ts";
import { accountsOfToken, type TokenOnChain } from "../../../packages/chain/src/clear-signing/testing-accounts.ts";
import { toBase64 } from "../src/keys/bytes.ts";
import { migratedTokenOnChain, tokenOnChain } from "../src/testing/chain-answers.ts";
import { buyMessage, migratedMessages, testAddresses, tradeOf } from "../src/testing/messages.ts";
import { serveHarness } from "./harness/serve.ts";
import { executablePath, isSignature, setUpFrame, withNewcomers, withOnePerson } from "./harness/set-up-frame.ts";

const at = setUpFrame();
/** A box that is higher than the dialog scrolls; axe does not see focusable elements inside a frame. */
const tallDialog = { without: ["scrollable-region-focusable"] };
/**
 * Only `npm run test:long` tests every variant here; the unit tests of `src` and `packages/chain` cover decoding and
 * describing.
 */
const isLong = process.env.TRIBE_LONG === "1";
const askToBuy = (parameters: Record<string, string> = {}) => at.askFor(buyMessage, parameters);

describe("the frame in Chromium under its policy", () => {
  withOnePerson(at);

  it("signs exactly what it showed after a press inside the frame", async () => {
    const { address, bytes } = await askToBuy({ theme: "light" });
    await at.armed();
    await at.picture("buy-light");
    expect(await violationsOf(at.page, tallDialog)).toEqual([]);
    await pressInFrame(at.confirm);
    expect(await isSignature(await at.result("signed"), address, bytes)).toBe(true);
    expect(at.complaints).toEqual([]);
  });

  it("works with the keyboard alone", async () => {
    await askToBuy();
    await at.armed();
    await at.picture("buy-dark");
    await at.confirm.focus();
    await at.page.keyboard.press("Enter");
    await at.result("signed");
  });

  it("is declined on Cancel", async () => {
    await askToBuy();
    await pressInFrame(at.frame.getByRole("button", { name: "Cancel" }));
    await at.result("declined");
  });

  it("ignores a press made by a script", async () => {
    await askToBuy();
    await at.armed();
    for (const candidate of at.page.frames())
      if (candidate !== at.page.mainFrame())
        await candidate.evaluate(() => {
          for (const button of document.querySelectorAll("button"))
            if (button.textContent === "Confirm") {
              button.click();
              button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            }
        });
    await at.page.locator("#phase", { hasText: "waiting" }).waitFor();
    expect(await at.page.locator("#result").textContent()).toBe("");
    await pressInFrame(at.confirm);
    await at.result("signed");
  });

  it("keeps Confirm disabled while something covers it", async () => {
    await askToBuy();
    await at.armed();
    await at.page.evaluate(() => {
      const cover = document.createElement("div");
      cover.id = "cover";
      cover.style.cssText = "position:fixed;inset:0;background:#123;z-index:99;pointer-events:none";
      document.body.append(cover);
    });
    await at.armed(false);
    await at.picture("covered");
    await at.frame.getByText("Something covers this box").waitFor();
    await at.page.evaluate(() => document.querySelector("#cover")?.remove());
    await at.armed();
  });

  it("on a low screen offers to scroll to lines that appeared above the buttons, and back to Confirm once they were visible", async () => {
    let answer: (() => void) | null = null;
    at.harness.node.instead = (_request, response) => {
      answer = () => response.writeHead(503).end();
    };
    await at.page.setViewportSize({ width: 640, height: 220 });
    const { address, bytes } = await askToBuy();
    await at.frame.getByText("Checking with the Solana network").waitFor();
    await at.confirm.scrollIntoViewIfNeeded();
    await expect.poll(() => answer).not.toBeNull();
    (answer as (() => void) | null)?.();
    const rest = at.frame.getByRole("button", { name: "Show the rest" });
    const quick = { timeout: 2_000 };
    // A person who never scrolls up is offered the new lines above.
    const toConfirm = async () => {
      if (await rest.isVisible()) await rest.click(quick).catch(() => undefined);
      await at.confirm.scrollIntoViewIfNeeded(quick).catch(() => undefined);
      return at.confirm.isEnabled(quick).catch(() => false);
    };
    await expect.poll(toConfirm).toBe(true);
    await at.picture("low-read");
    await pressInFrame(at.confirm);
    expect(await isSignature(await at.result("signed"), address, bytes)).toBe(true);
  });

  it("scrolls the frame into view by itself in a dialog that was scrolled elsewhere", async () => {
    await askToBuy({ above: "1200" });
    await expect.poll(() => at.confirm.isEnabled()).toBe(true);
    await at.picture("brought-into-sight");
    await pressInFrame(at.confirm);
    await at.result("signed");
  });

  it("shows why it refuses a message that was tampered with, and signs nothing", async () => {
    const address = await at.address();
    const bytes = await buyMessage(address, addressSchema.parse("11111111111111111111111111111114"));
    await at.ask(bytes);
    await at.frame.getByRole("heading", { name: "Your wallet refused this" }).waitFor();
    await at.picture("refused-dark");
    await pressInFrame(at.frame.getByRole("button", { name: "OK" }));
    await at.result("declined");
  });

  it("offers to try again when the server's share cannot be loaded", async () => {
    await askToBuy();
    await at.armed();
    at.harness.setDown(true);
    await pressInFrame(at.confirm);
    await at.frame.getByRole("button", { name: "Try again" }).waitFor();
    await at.picture("failed-dark");
    at.harness.setDown(false);
    await pressInFrame(at.frame.getByRole("button", { name: "Try again" }));
    await at.result("signed");
  });

  it("requests a new token from the app when its own has expired, unnoticed by the person", async () => {
    await askToBuy();
    await at.armed();
    at.harness.expireTokens();
    await pressInFrame(at.confirm);
    await at.result("signed");
  });
});

describe("the frame of a new person, under its policy", () => {
  withNewcomers(at);

  it("makes a wallet for a new person, keeps it over a reload, and does not violate its policy", async () => {
    await at.open();
    await at.state("ready");
    const address = at.wallet.address();
    expect(await at.page.locator("#address").textContent()).toBe(address);
    await at.page.reload();
    await at.state("ready");
    expect(at.wallet.address()).toBe(address);
    expect(at.complaints).toEqual([]);
  });

  it("refuses to sign when the server's share was changed", async () => {
    await askToBuy();
    for (const sharing of at.wallet.sharings) {
      const bytes = Uint8Array.from(atob(sharing.serverShare), (char) => char.charCodeAt(0));
      bytes[5] = (bytes[5] ?? 0) ^ 255;
      sharing.serverShare = toBase64(bytes);
    }
    await pressInFrame(at.confirm);
    await at.frame.getByText("one was changed. Nothing was signed").waitFor();
    await pressInFrame(at.frame.getByRole("button", { name: "OK" }));
    await at.result("declined");
  });

  /** Opens the newest mail's link in a new tab of the same browser. */
  const openLink = async () => {
    const link = at.wallet.mailed.at(-1) ?? expect.unreachable();
    const tab = await at.page.context().newPage();
    await tab.goto(`${at.harness.signerOrigin}/${recoveryFragment(link.request, link.token)}`);
    return tab;
  };

  it("brings the wallet to a second browser by a mailed link, in the middle of a signature", async () => {
    const { address, bytes } = await askToBuy();
    await at.newBrowser();
    await at.open({ message: toBase64(bytes) });
    await at.state("recovery_needed");
    expect(await at.page.locator("#address").textContent()).toBe(address);
    await at.page.getByRole("button", { name: "Open" }).click();
    await at.picture("recovery-offer-dark");
    await pressInFrame(at.frame.getByRole("button", { name: "E-mail me a link" }));
    await at.frame.getByText("in this browser", { exact: true }).waitFor();
    await at.picture("recovery-mailed-dark");
    const tab = await openLink();
    await tab.getByRole("heading", { name: "Bring your wallet to this browser?" }).waitFor();
    // Opening it has done nothing, and the address bar shows no token any more.
    expect(at.wallet.sharings).toHaveLength(1);
    expect(new URL(tab.url()).hash).toBe("");
    await at.picture("link-asked", tab);
    expect(await violationsOf(tab)).toEqual([]);
    await tab.getByRole("button", { name: "Bring it here" }).click();
    await tab.getByRole("heading", { name: "Your wallet is in this browser now" }).waitFor();
    await at.picture("link-here", tab);
    await tab.close();
    await pressInFrame(at.confirm);
    await at.result("signed");
    expect(at.wallet.sharings).toHaveLength(2);
  });

  it("lets a browser that did not ask only stop a mailed link", async () => {
    const { bytes } = await askToBuy();
    await at.newBrowser();
    await at.open({ message: toBase64(bytes) });
    await at.page.getByRole("button", { name: "Open" }).click();
    await pressInFrame(at.frame.getByRole("button", { name: "E-mail me a link" }));
    await at.frame.getByText("in this browser", { exact: true }).waitFor();
    await at.newBrowser();
    const tab = await openLink();
    await tab.getByRole("heading", { name: "Open this link in the browser that asked" }).waitFor();
    expect(await tab.getByRole("button", { name: "Bring it here" }).count()).toBe(0);
    await at.picture("link-elsewhere", tab);
    await tab.getByRole("button", { name: "Stop it" }).click();
    await tab.getByRole("heading", { name: "Stopped" }).waitFor();
    expect(at.wallet.sharings).toHaveLength(1);
    // A second press, or one after the link was used, must not claim to have stopped something.
    const again = await openLink();
    await again.getByRole("button", { name: "Stop it" }).click();
    await again.getByRole("heading", { name: "There is nothing to stop any more" }).waitFor();
    await at.picture("link-nothing-to-stop", again);
    expect(await violationsOf(again)).toEqual([]);
  });

  it("gives no answer to a page of another origin", async () => {
    await at.open();
    await at.state("ready");
    const stranger = await serveHarness(at.folders, at.wallet, testAddresses);
    try {
      await at.page.goto(`${stranger.appOrigin}/?signer=${at.harness.signerOrigin}`);
      const refused = at.page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
      await at.page.reload();
      await refused;
      expect(await at.page.locator("#state").textContent()).toBe("connecting");
    } finally {
      await stranger.close();
    }
  });
});

describe("what the frame reads from the chain", () => {
  withOnePerson(at);

  /** Opens a buy whose minimum is this percentage of what 0.1 SOL buys, of a token with these properties. */
  const buyAt = async (percent: bigint, token: Partial<TokenOnChain> = {}, parameters: Record<string, string> = {}) => {
    at.harness.node.accounts = await accountsOfToken({ ...tokenOnChain, ...token });
    return at.askFor(
      (wallet) => tradeOf.buy(wallet, { minTokens: (quoted * percent) / 100n, makesTokenAccount: true }),
      parameters,
    );
  };
  const { floor, coefficient } = newCurve(100_000_000n);
  const rates = { creatorBps: 200, platformBps: 200, referralBps: 0, discountBps: 0 };
  const quoted = tokensForBudget(floor + tokenOnChain.sold, 100_000_000n, coefficient, rates);
  const text = (words: string) => at.frame.getByText(words, { exact: true }).waitFor();
  const audited = async (name: string) => {
    await at.picture(name);
    expect(await violationsOf(at.page, tallDialog)).toEqual([]);
    expect(at.complaints).toEqual([]);
  };

  it("shows the token's name from its mint, never from the page, with its creator, and says that it is new", async () => {
    const { address, bytes } = await buyAt(96n, {}, { description: "Buy “Sunset FM” (SUN)", title: "Buy SUN" });
    await at.frame.getByRole("heading", { name: "Buy “Harbour Radio” (“HAR”)", exact: true }).waitFor();
    await text("8dHEsm9j…mGkCmPhY");
    await text("4%");
    await text("New to you: you don't hold any yet.");
    expect(await at.frame.getByText(/Sunset|SUN/).count()).toBe(0);
    await at.armed();
    await audited("chain-buy-dark");
    await pressInFrame(at.confirm);
    expect(await isSignature(await at.result("signed"), address, bytes)).toBe(true);
  });

  it("warns in red above 5 %", async () => {
    await buyAt(90n, {}, { theme: "light" });
    await text("You could get 10% less than quoted now.");
    await at.armed();
    await audited("chain-warning-light");
  });

  it("requires a typed word above 25 %, and ignores presses before", async () => {
    const { address, bytes } = await buyAt(50n);
    await text("You could get 50% less than quoted now.");
    const field = at.frame.getByRole("textbox", { name: "Type “accept” to take that loss" });
    await field.fill("acc");
    await audited("chain-typed-dark");
    expect(await at.confirm.isEnabled()).toBe(false);
    await field.fill("Accept");
    await at.armed();
    await pressInFrame(at.confirm);
    expect(await isSignature(await at.result("signed"), address, bytes)).toBe(true);
  });

  it("refuses a minimum of zero", async () => {
    await buyAt(0n);
    await at.frame.getByText("This trade names no minimum").waitFor();
    await pressInFrame(at.frame.getByRole("button", { name: "OK" }));
    await at.result("declined");
  });

  it("isolates a name that would reverse or end its sentence", async () => {
    await buyAt(96n, { name: "\u202Eeno laer ehT” for 0 SOL", symbol: "עמותה" }, { theme: "light" });
    await at.frame.getByRole("heading", { name: "Buy “eno laer ehT' for 0 SOL” (“עמותה”)", exact: true }).waitFor();
    const isolated = at.frame.locator("h1 bdi");
    expect(await isolated.allTextContents()).toEqual(["eno laer ehT' for 0 SOL", "עמותה"]);
    expect(await isolated.first().evaluate((each) => getComputedStyle(each).unicodeBidi)).toBe("isolate");
    await text("This token's name or symbol may be a trick. Check its address.");
    await at.armed();
    await audited("chain-deceiving-light");
  });

  const hostile: [string, RequestListener][] = [
    ["fails", (_request, response) => response.writeHead(503).end()],
    ["answers invalid JSON", (_request, response) => response.end("[".repeat(9_999))],
    ["says it is elsewhere", (_request, response) => response.writeHead(307, { location: "/there" }).end()],
    ["sends an endless answer", (_request, response) => Readable.from(endless()).pipe(response)],
    ["never answers", () => undefined],
  ];
  function* endless() {
    for (;;) yield " ".repeat(16_384);
  }
  const hostileInGate = ["fails", "says it is elsewhere", "never answers"];
  for (const [what, answer] of hostile)
    it.runIf(isLong || hostileInGate.includes(what))(
      `continues with the full address, and says that it could not check, when the node ${what}`,
      async () => {
        at.harness.node.instead = answer;
        const { address, bytes } = await askToBuy();
        await at.frame.getByRole("heading", { name: "Buy a token" }).waitFor();
        await at.frame.getByText("Your wallet couldn't check this token").waitFor();
        await text((await tradeAddresses(7n, testAddresses.programAddress)).mint);
        await at.frame.getByText("0.10208414 SOL", { exact: true }).waitFor();
        await at.armed();
        await at.picture(`chain-${what.replaceAll(" ", "-")}`);
        await pressInFrame(at.confirm);
        expect(await isSignature(await at.result("signed"), address, bytes)).toBe(true);
      },
    );
});

describe("a migrated token in the frame", () => {
  withOnePerson(at);

  const shown: [keyof typeof migratedMessages, string, string[], string][] = [
    [
      "swapBuy",
      "Buy “Harbour Radio” (“HAR”)",
      ["You pay", "1.5 SOL", "You get", "at least 36,000.123456 new tokens", "One-time deposit", "0.00207408 SOL"],
      "1.50207914 SOL",
    ],
    [
      "swapSell",
      "Sell “Harbour Radio” (“HAR”)",
      ["You sell", "1,000,000 new tokens", "You get", "at least 0.0384 SOL", "included"],
      "0.00000506 SOL",
    ],
    [
      "convert",
      "Convert “Harbour Radio” (“HAR”)",
      ["You convert", "4.5 tokens", "You get", "9,535,500 new tokens", "New token"],
      "0.00207914 SOL",
    ],
    [
      "collect",
      "Pay out the fees of “Harbour Radio” (“HAR”)",
      ["Creator, gets the creator's fees", "111…115"],
      "0.00000506 SOL",
    ],
  ];
  const pool = { lamports: 85_000_000_000n, tokens: 2_100_000_000_000n };
  const shownInGate = ["swapBuy", "convert"];
  for (const [index, [name, headline, lines, worst]] of shown.entries())
    it.runIf(isLong || shownInGate.includes(name))(
      `shows what is sent and received in a ${name}, in the worst case, and signs those bytes`,
      async () => {
        at.harness.node.accounts = await accountsOfToken({
          ...migratedTokenOnChain,
          // Prices at which each message is fair.
          pool: name === "swapSell" ? { lamports: 84_000_000_000n, tokens: 2_000_000_000_000_000n } : pool,
        });
        const { address, bytes } = await at.askFor(migratedMessages[name], {
          theme: index % 2 === 0 ? "dark" : "light",
          title: "Swap",
          ...(name === "convert" ? {} : { spendLabel: "Max SOL Required" }),
        });
        await at.frame.getByRole("heading", { name: headline }).waitFor();
        for (const line of lines) await at.frame.getByText(line, { exact: true }).first().waitFor();
        await at.frame.getByText(name === "convert" ? "Max Spend" : "Max SOL Required", { exact: true }).waitFor();
        await at.frame.getByText(worst, { exact: true }).last().waitFor();
        await at.armed();
        await at.picture(`migrated-${name}`);
        expect(await violationsOf(at.page, tallDialog)).toEqual([]);
        await pressInFrame(at.confirm);
        expect(await isSignature(await at.result("signed"), address, bytes)).toBe(true);
        expect(at.complaints).toEqual([]);
      },
    );

  it("refuses a swap whose tokens would go to another owner, with the reason", async () => {
    await at.address();
    const bytes = await migratedMessages.swapBuy(addressSchema.parse("11111111111111111111111111111114"));
    await at.ask(bytes);
    await at.frame.getByText("Another account than your wallet would pay").waitFor();
    await pressInFrame(at.frame.getByRole("button", { name: "OK" }));
    await at.result("declined");
  });
});

describe("a browser without storage for cross-site frames", () => {
  withNewcomers(at);

  it("says so instead of making a wallet that would be lost", async () => {
    const strict = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const page = await strict.newPage();
      await at.open({ signer: at.harness.otherSiteSignerOrigin }, page);
      await page.locator("#state", { hasText: "failed" }).waitFor();
      expect(await page.locator("#failure").textContent()).toContain("Allow this site to keep data");
      expect(at.wallet.address()).toBeNull();
    } finally {
      await strict.close();
    }
  });
});
