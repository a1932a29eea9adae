import { AxeBuilder } from "@axe-core/playwright";
import { addressSchema } from "@tribe/contract";
import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pressInFrame } from "../../../e2e/support/press-in-frame.ts";
import { toBase64 } from "../src/keys/bytes.ts";
import { buyMessage, migratedMessages, testAddresses } from "../src/testing/messages.ts";
import { serveHarness } from "./harness/serve.ts";
import { executablePath, isSignature, setUpFrame } from "./harness/set-up-frame.ts";

const at = setUpFrame();
const askToBuy = (parameters: Record<string, string> = {}) => at.askFor(buyMessage, parameters);

describe("the frame in Chromium under its policy", () => {
  it("makes a wallet for a newcomer, keeps it over a reload, and breaks no rule of its policy", async () => {
    await at.open();
    await at.state("ready");
    const address = at.wallet.address();
    expect(await at.page.locator("#address").textContent()).toBe(address);
    await at.page.reload();
    await at.state("ready");
    expect(at.wallet.address()).toBe(address);
    expect(at.complaints).toEqual([]);
  });

  it("signs exactly what it showed after a press inside the frame", async () => {
    const { address, bytes } = await askToBuy({ theme: "light" });
    await at.armed();
    await at.picture("buy-light");
    const { violations } = await new AxeBuilder({ page: at.page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await pressInFrame(at.confirm);
    expect(await isSignature(await at.result("signed"), address, bytes)).toBe(true);
    expect(at.complaints).toEqual([]);
  });

  it("works by keyboard alone", async () => {
    await askToBuy();
    await at.armed();
    await at.picture("buy-dark");
    await at.confirm.focus();
    await at.page.keyboard.press("Enter");
    await at.result("signed");
  });

  it("ends as declined on Cancel", async () => {
    await askToBuy();
    await pressInFrame(at.frame.getByRole("button", { name: "Cancel" }));
    await at.result("declined");
  });

  it("does nothing on a press that script made", async () => {
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

  it("keeps Confirm shut while something covers it", async () => {
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
    await at.frame.getByText("Make this whole box visible to confirm").waitFor();
    await at.page.evaluate(() => document.querySelector("#cover")?.remove());
    await at.armed();
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

  it("refuses to sign when the server's share was changed", async () => {
    await askToBuy();
    for (const sharing of at.wallet.sharings) {
      const bytes = Uint8Array.from(atob(sharing.serverShare), (char) => char.charCodeAt(0));
      bytes[5] = (bytes[5] ?? 0) ^ 255;
      sharing.serverShare = toBase64(bytes);
    }
    await pressInFrame(at.confirm);
    await at.frame.getByText("nothing was signed. One of them was changed").waitFor();
    await pressInFrame(at.frame.getByRole("button", { name: "OK" }));
    await at.result("declined");
  });

  it("offers to try again when the share cannot be fetched", async () => {
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

  it("asks the app for a new token when its own is used up, and nobody notices", async () => {
    await askToBuy();
    await at.armed();
    at.harness.expireTokens();
    await pressInFrame(at.confirm);
    await at.result("signed");
  });

  it("brings the wallet to a second browser by a mailed code typed inside the frame, in the middle of a signature", async () => {
    const { address, bytes } = await askToBuy();
    await at.newBrowser();
    await at.open({ message: toBase64(bytes) });
    await at.state("recovery_needed");
    expect(await at.page.locator("#address").textContent()).toBe(address);
    await at.page.getByRole("button", { name: "Open" }).click();
    await at.picture("recovery-offer-dark");
    await pressInFrame(at.frame.getByRole("button", { name: "Mail me a code" }));
    const field = at.frame.getByLabel("Code from the mail");
    await field.fill("000000");
    await pressInFrame(at.frame.getByRole("button", { name: "Continue" }));
    await at.frame.getByText("That code is not right").waitFor();
    await at.picture("recovery-code-dark");
    await field.fill(at.wallet.mailed.at(-1) ?? "");
    await at.page.keyboard.press("Enter");
    await pressInFrame(at.confirm);
    await at.result("signed");
    expect(at.wallet.sharings).toHaveLength(2);
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
      const { violations } = await new AxeBuilder({ page: at.page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      await pressInFrame(at.confirm);
      expect(await isSignature(await at.result("signed"), address, bytes)).toBe(true);
      expect(at.complaints).toEqual([]);
    });

  it("refuses a swap whose tokens would go to somebody else, with the reason", async () => {
    await at.address();
    const bytes = await migratedMessages.swapBuy(addressSchema.parse("11111111111111111111111111111114"));
    await at.ask(bytes);
    await at.frame.getByText("Another account than your wallet would pay").waitFor();
    await pressInFrame(at.frame.getByRole("button", { name: "OK" }));
    await at.result("declined");
  });
});

describe("a browser that keeps nothing for other sites", () => {
  it("says so instead of making a wallet that would be lost", async () => {
    const strict = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const page = await strict.newPage();
      await at.open({}, page);
      await page.locator("#state", { hasText: "failed" }).waitFor();
      expect(await page.locator("#failure").textContent()).toContain("Allow this site to keep data");
      expect(at.wallet.address()).toBeNull();
    } finally {
      await strict.close();
    }
  });
});
