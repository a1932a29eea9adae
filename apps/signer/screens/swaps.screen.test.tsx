import { addressSchema } from "@tribe/contract";
import { spendNames } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { migratedMessages } from "../src/testing/messages.ts";
import { migrated, toSign } from "./fixtures/requests.ts";
import { confirmStates } from "./states/confirm.states.ts";
import { acknowledged, confirmed, confirmOf, expectTexts, textOf } from "./support/confirm.ts";
import { openWallet } from "./support/open-wallet.ts";

const har = "Harbour Radio (HAR)";
const shown = [
  [
    "swapBuy",
    `Buy ${har}`,
    ["You pay", "1.5 SOL", "You get", "at least 36,000.123456 new tokens", "One-time deposit", "0.002075 SOL"],
    [spendNames.most, "1.5021 SOL", "Max SOL Required", "1.50207914 SOL"],
  ],
  [
    "swapSell",
    `Sell ${har}`,
    ["You sell", "1,000,000 new tokens", "You get", "at least 0.0384 SOL", "Fees, included"],
    [spendNames.costs, "Max SOL Required", "0.00000506 SOL"],
  ],
  [
    "convert",
    `Convert ${har}`,
    ["You convert", "4.5 tokens", "You get", "9,535,500 new tokens", "New token"],
    [spendNames.costsAtMost, "Max Spend", "0.00207914 SOL"],
  ],
  [
    "collect",
    `Pay out the fees of ${har}`,
    ["Chief, gets the Chief's fees", "111…115"],
    [spendNames.costs, "Max SOL Required", "0.00000506 SOL"],
  ],
] as const;

it.each(shown)("shows what is sent and received in a %s, in the worst case, and signs those bytes", async (...of) => {
  const [name, headline, lines, worst] = of;
  const screen = await openWallet(confirmStates[name]);
  await expect.element(screen.getByRole("heading", { name: headline, exact: true })).toBeVisible();
  await expectTexts(screen, ...lines, ...worst);
  expect(await confirmed(screen)).toBe(true);
});

it("refuses a swap whose tokens would go to another owner, with the reason", async () => {
  const other = addressSchema.parse("11111111111111111111111111111114");
  const screen = await openWallet({
    ...migrated("swapBuy"),
    asks: async () => toSign(await migratedMessages.swapBuy(other)),
  });
  await expect.element(textOf(screen, /Another account than your wallet would pay/)).toBeVisible();
  await acknowledged(screen);
});

const routes = [
  ["routeBuy", "Buy a token", ["You pay", "1.5 SOL", "You get", "Jupiter", "included"]],
  ["routeSell", "Sell a token", ["You sell", "1,000,000 new tokens", "You get", "Jupiter"]],
] as const;

it.each(routes)(
  "shows what is sent and the minimum received in a %s by Jupiter, and signs those bytes",
  async (...of) => {
    const [name, headline, lines] = of;
    const screen = await openWallet(confirmStates[name]);
    await expect.element(screen.getByRole("heading", { name: headline, exact: true })).toBeVisible();
    await expectTexts(screen, ...lines);
    // Nothing on this node gives a price: the word is asked for.
    await expect.element(confirmOf(screen)).toBeDisabled();
    await screen.getByRole("textbox", { name: "Type “accept” to take that loss" }).fill("accept");
    expect(await confirmed(screen)).toBe(true);
  },
);
