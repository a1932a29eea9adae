import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pressInFrame } from "../../../e2e/support/page/press-in-frame.ts";
import { buyMessage, testAddresses } from "../src/testing/messages.ts";
import { serveHarness } from "./harness/serve.ts";
import { executablePath, isSignature, setUpFrame, withNewcomers, withOnePerson } from "./harness/set-up-frame.ts";

// What only a frame of another origin in a page of the app has: its policy, presses that cross into it, covers, its place in a
// dialog, and storage. What it shows and signs is proven on screens (apps/signer/screens).

const at = setUpFrame();
const askToBuy = (parameters: Record<string, string> = {}) => at.askFor(buyMessage, parameters);

describe("the frame in Chromium under its policy", () => {
  withOnePerson(at);

  it("signs exactly what it showed after a press inside the frame", async () => {
    const { address, bytes } = await askToBuy({ theme: "light" });
    await at.armed();
    await at.picture("buy-light");
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

  it("scrolls the frame into view by itself in a dialog that was scrolled elsewhere", async () => {
    await askToBuy({ above: "1200" });
    await expect.poll(() => at.confirm.isEnabled()).toBe(true);
    await at.picture("brought-into-sight");
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

describe("a browser without storage for cross-site frames", () => {
  withNewcomers(at);

  it("says so instead of making a wallet that would be lost", async () => {
    // A Chromium without a window lets cross-site frames keep data.
    const whole = process.env.TRIBE_WHOLE_BROWSER ?? executablePath;
    const strict = await chromium.launch({ executablePath: whole, args: ["--no-sandbox", "--disable-gpu"] });
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
