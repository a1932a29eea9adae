import { createHash, createHmac, randomUUID } from "node:crypto";
import type { Devkit } from "@tribe/devkit";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessFaults, newVisitor, openBrowser, phone } from "../support/page/browser.ts";
import { appUrl, card, sendMail, startStandIns } from "../support/product/stand-ins.ts";

let devkit: Devkit;
let browser: Browser;

beforeAll(async () => {
  devkit = await startStandIns();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await devkit?.stop();
});

const newOrder = async (): Promise<string> => {
  const search = `?${new URLSearchParams({
    apiKey: card.publishableKey,
    currencyCode: "sol",
    walletAddress: "4Nd1mYbHg9BrwHVwMCqt8vBqkVeFQsHzxpVrRkQ1w1Fo",
    quoteCurrencyAmount: "0.5",
    externalTransactionId: randomUUID(),
    redirectURL: `${appUrl}/`,
  })}`;
  const signature = createHmac("sha256", card.secretKey).update(search).digest("base64");
  return (await fetch(`${devkit.cardUrl}${search}&signature=${encodeURIComponent(signature)}`)).url;
};

const authorizeUrl = (): string =>
  `${devkit.xUrl}/i/oauth2/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: "tribe",
    redirect_uri: `${appUrl}/api/v1/social/x/callback`,
    scope: "users.read tweet.read",
    state: "state",
    code_challenge: createHash("sha256").update("verifier").digest("base64url"),
    code_challenge_method: "S256",
  })}`;

const googleUrl = (): string =>
  `${devkit.googleUrl}/o/oauth2/v2/auth?${new URLSearchParams({
    response_type: "code",
    client_id: "tribe",
    redirect_uri: `${appUrl}/auth/google`,
    scope: "openid email",
    code_challenge: createHash("sha256").update("verifier").digest("base64url"),
    code_challenge_method: "S256",
  })}`;

const approveUrl = async (): Promise<string> => {
  const response = await fetch(`${devkit.farcasterUrl}/v1/channel`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ siweUri: appUrl, domain: "localhost:3000", nonce: "0123456789" }),
  });
  return ((await response.json()) as { url: string }).url;
};

/** Pages that together use every colour of the style sheet; the others are not checked in the dark theme. */
const inDark = new Set(["message", "consent", "account", "open", "cancelled"]);

it("shows every page of the stand-ins without accessibility faults, 360 px wide, light and dark", async () => {
  await sendMail(devkit, "123456 is your Tribe code, and this subject is long enough to need a second line");
  const [open, paid, cancelled] = await Promise.all([newOrder(), newOrder(), newOrder()]);
  await fetch(`${paid}/pay`, { method: "POST", redirect: "manual" });
  await fetch(`${cancelled}/cancel`, { method: "POST", redirect: "manual" });
  const messages = (await (await fetch(`${devkit.mailUrl}/api/messages`)).json()) as { messages: { id: string }[] };
  const pages = {
    home: `${devkit.origin}/`,
    mail: devkit.mailUrl,
    message: `${devkit.mailUrl}/messages/${messages.messages[0]?.id}`,
    x: devkit.xUrl,
    consent: authorizeUrl(),
    refused: `${devkit.xUrl}/i/oauth2/authorize`,
    google: devkit.googleUrl,
    account: googleUrl(),
    blocked: `${devkit.googleUrl}/o/oauth2/v2/auth`,
    farcaster: devkit.farcasterUrl,
    approve: await approveUrl(),
    card: devkit.cardUrl,
    bridge: `${devkit.bridgeUrl}?inputChain=1&outputChain=7565164&outputCurrency=${"1".repeat(32)}&address=4Nd1mYbHg9BrwHVwMCqt8vBqkVeFQsHzxpVrRkQ1w1Fo`,
    open,
    paid,
    cancelled,
  };
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, close } = await newVisitor(browser, { ...phone, colorScheme });
    for (const [name, url] of Object.entries(pages)) {
      if (colorScheme === "dark" && !inDark.has(name)) continue;
      await page.goto(url);
      faults.push(...(await accessFaults(page, `stand-in-${name}-${colorScheme}`)));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > phone.viewport.width) faults.push(`${name} is ${width} px wide`);
    }
    await close();
  }
  expect(faults).toEqual([]);
});
