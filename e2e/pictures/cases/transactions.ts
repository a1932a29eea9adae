import { type ApiErrorCode, apiErrors, routes } from "@tribe/contract";
import { startJupiter } from "@tribe/devkit";
import type { Page, Route } from "playwright-core";
import { confirmInWallet, readyToConfirm } from "../../support/page/at-the-page.ts";
import type { BookScene } from "../book-scene.ts";
import { answerWith, press, tokenPath, typeAmount } from "./acts.ts";
import { by } from "./picture-case.ts";

const trades = "**/api/v2/factory/trade**";
type Method = "POST" | "PUT";

/** Intercepts the trade's calls with this method. */
const onTrade = (page: Page, method: Method, act: (route: Route) => unknown): Promise<unknown> =>
  page.route(trades, (route) => void (route.request().method() === method ? act(route) : route.fallback()));

const refuse = (code: ApiErrorCode, detail?: string) => (route: Route) => {
  const { status, message } = apiErrors[code];
  return route.fulfill({ status, json: { error: { code, message, detail } } });
};

/** Removes the signed trade, so that no later page resumes it. */
const forgetTrade = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("tribe:v1:transaction")) localStorage.removeItem(key);
  });
};

const buy = async (page: Page): Promise<void> => {
  await press(page, "Buy");
  await typeAmount(page, "1");
  await press(page, "Next");
};

/** Makes a page use Jupiter for swaps, as an installation with it does. Its content policy allows only its own origin. */
const swapByJupiter = async (page: Page, { tribe, member, poolMint }: BookScene): Promise<void> => {
  const { newMint } = await member.api(routes.market.profile, { query: { mint: poolMint } });
  if (!newMint) throw new Error("the Tribe of the pool has no new token");
  const jupiter = await startJupiter({
    markets: [{ mint: newMint, sol: 85_000_000_000n, tokens: 2_000_000_000_000_000n }],
  });
  page.once("close", () => void jupiter.stop());
  const path = "/swap-by-jupiter";
  await page.route(`**${path}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({
      response: await route.fetch({ url: jupiter.apiUrl + pathname.slice(path.length) + search }),
    });
  });
  await answerWith(page, "v1/config", () => ({ swap: { provider: "jupiter", apiUrl: tribe.appUrl + path } }));
  // Jupiter's program is not on our chain, so this mocks the answer of a chain that has it.
  await page.route(`${tribe.config().rpcUrl}**`, async (route) => {
    if (!route.request().postData()?.includes('"simulateTransaction"')) return route.fallback();
    const response = await route.fetch();
    const answer: { result: { value: object } } = await response.json();
    const value = { ...answer.result.value, err: null, logs: [], unitsConsumed: 90_000 };
    await route.fulfill({ response, json: { ...answer, result: { ...answer.result, value } } });
  });
};

/** A transaction's dialog between Next and its end, and the ends without success. No trade is made. */
export const transactionCases = by("member", [
  {
    name: "dialog-preparing",
    path: tokenPath,
    act: async (page) => {
      await onTrade(page, "POST", () => undefined);
      await buy(page);
      await page.getByText("Preparing...").waitFor();
    },
  },
  {
    name: "dialog-not-prepared",
    path: tokenPath,
    act: async (page) => {
      await onTrade(page, "POST", refuse("insufficient_sol"));
      await buy(page);
      await page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    name: "dialog-price-moved",
    path: tokenPath,
    act: async (page) => {
      await onTrade(page, "POST", refuse("slippage_exceeded"));
      await buy(page);
      await page.getByText(/^The price moved more than your slippage/).waitFor();
    },
  },
  {
    name: "dialog-asked-again",
    path: tokenPath,
    act: async (page) => {
      await onTrade(page, "PUT", refuse("ticket_expired"));
      await buy(page);
      await confirmInWallet(page);
      await page.getByText(/^That took too long, so nothing left your wallet/).waitFor();
      await readyToConfirm(page);
    },
  },
  {
    name: "dialog-processing",
    path: tokenPath,
    act: async (page) => {
      await onTrade(page, "PUT", () => undefined);
      await buy(page);
      await confirmInWallet(page);
      await page.getByText("Processing...").waitFor();
    },
    after: forgetTrade,
  },
  {
    name: "dialog-slippage",
    path: tokenPath,
    act: async (page) => {
      await onTrade(page, "PUT", refuse("slippage_exceeded", "curve.6002"));
      await buy(page);
      await confirmInWallet(page);
      await page.getByText("Confirm transaction failed: Slippage exceeded").waitFor();
    },
  },
  {
    name: "dialog-swap-confirm",
    path: ({ poolMint }) => `/token/${poolMint}`,
    act: async (page) => {
      await press(page, "Buy");
      await typeAmount(page, "0.1");
      await page.getByRole("button", { name: "Next", exact: true, disabled: false }).click();
      await readyToConfirm(page);
    },
  },
  {
    name: "dialog-swap-jupiter",
    path: "/you",
    act: async (page, scene) => {
      await swapByJupiter(page, scene);
      await page.goto(`${scene.tribe.appUrl}/token/${scene.poolMint}`);
      await press(page, "Buy");
      await typeAmount(page, "0.1");
      await page.getByRole("button", { name: "Next", exact: true, disabled: false }).click();
      await readyToConfirm(page);
    },
  },
  {
    name: "dialog-payout-confirm",
    path: "/earnings",
    act: async (page) => {
      await press(page, "Pay out now");
      await readyToConfirm(page);
    },
  },
  {
    name: "dialog-send-invalid",
    path: "/wallet",
    act: async (page) => {
      await press(page, "Send");
      await page.getByRole("textbox", { name: "To", exact: true }).fill("nobody at all");
      await typeAmount(page, "100000");
      await page.getByText("Invalid address").waitFor();
    },
  },
]);
