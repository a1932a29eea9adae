import { type AnswerOf, routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { storageKeys } from "../src/shared/storage/keys.ts";
import { expectNoShift, expectNothingCut, forgetShifts } from "./checks/layout.ts";
import { aConfig, aRate } from "./fixtures/everyday.ts";
import { before, minutes } from "./fixtures/time.ts";
import { on } from "./server/answers.ts";
import { airdropStates } from "./states/airdrop.states.ts";
import { chatStates } from "./states/chat.states.ts";
import { createStates } from "./states/create.states.ts";
import { earningsStates } from "./states/earnings.states.ts";
import { pageStates } from "./states/pages.states.ts";
import { momentStates, tradeStates } from "./states/trade.states.ts";
import { tribeStates } from "./states/tribe.states.ts";
import { walletStates } from "./states/wallet.states.ts";
import { youStates } from "./states/you.states.ts";
import { openState, type Screen, sizes } from "./support/open-screen.ts";

// What SOL is worth in the person's own money, beside it. The wallet's frame shows SOL alone (docs/decisions/0203).

/** All that is shown as worth something, in the page's order. */
const worths = (screen: Screen): readonly string[] =>
  [...screen.window.document.querySelectorAll("bdi[dir=ltr]")]
    .filter((element) => element.checkVisibility())
    .map(({ textContent }) => (textContent ?? "").replaceAll("\u00a0", " "));
const inCurrency = (currency: string) => ({ storage: { [storageKeys.currency.name]: currency } });

it("says what a wallet is worth in the currency of the browser's language, and in words to a screen reader", async () => {
  const screen = await openState(walletStates.tokens);
  await expect.poll(() => worths(screen)).toEqual(["≈ $122.95", "≈ $113.84", "≈ $9.10"]);
  await expect.element(screen.getByText("about 122.95 US dollars")).toBeInTheDocument();
});

it.each([
  ["what a sale brought", momentStates.soldSome, "≈ $17.57"],
  ["what a seat has cost", momentStates.seatTaken, "≈ $19.07"],
  ["what it takes, at the door", tribeStates.door, "≈ $5.70"],
  ["a seat in the room's ring", chatStates.preview, "≈ $2.43"],
  ["what a Chief has earned", earningsStates.chief, "≈ $59.77"],
  ["what waits to be paid", earningsStates.chief, "≈ $42.69"],
  ["the deposits of empty accounts", walletStates.emptyAccount, "≈ $0.29"],
  ["a creation's first buy", createStates.amount, "≈ $0.18"],
  ["an airdrop's cost", airdropStates.confirm, "≈ $0.23"],
  ["a claim's cost", airdropStates.claim, "≈ $0.30"],
  ["a profile's holdings", pageStates.user, "≈ $128.07"],
] as const)("says %s in the person's own currency", async (_title, state, worth) => {
  const screen = await openState(state);
  await expect.poll(() => worths(screen)).toContain(worth);
});

it("shows another currency, or SOL alone, as the person chooses under You, and remembers it", async () => {
  const screen = await openState(youStates.person);
  const choice = screen.getByRole("combobox", { name: "Money beside SOL" });
  await expect.element(choice).toHaveValue("auto");
  await choice.selectOptions("EUR · Euro");
  await screen.reload();
  await expect.element(screen.getByRole("combobox", { name: "Money beside SOL" })).toHaveValue("EUR");
  screen.close();
  const inEuros = await openState(walletStates.tokens, { keepsStorage: true });
  await expect.poll(() => worths(inEuros)).toEqual(["≈ €105.36", "≈ €97.56", "≈ €7.80"]);
  inEuros.close();
  const alone = await openState(walletStates.tokens, inCurrency("none"));
  await expect.element(alone.getByText("At current prices.")).toBeVisible();
  expect(worths(alone)).toEqual([]);
});

it.each([
  ["a wallet", walletStates.tokens],
  ["a Tribe's market", tribeStates.member],
  ["a purchase", tradeStates.buyAmount],
] as const)("moves nothing in %s when the rate comes late", async (_title, state) => {
  let arrive = (_answer: AnswerOf<typeof routes.rates.latest>): void => undefined;
  const late = new Promise<AnswerOf<typeof routes.rates.latest>>((resolve) => {
    arrive = resolve;
  });
  const server = state.server();
  server.answer(on(routes.rates.latest, () => late));
  const screen = await openState({ ...state, server: () => server });
  await forgetShifts(screen);
  expect(worths(screen)).toEqual([]);
  arrive({ rate: aRate() });
  await expect.poll(() => worths(screen).length).toBeGreaterThan(0);
  await expectNoShift(screen);
});

it.each([
  ["none is known", { rate: null }],
  ["it is eleven minutes old", { rate: aRate({ at: before(11 * minutes) }) }],
  ["it has no price in this currency", { rate: aRate({ prices: {} }) }],
])("shows SOL alone while %s", async (_title, answer) => {
  const server = walletStates.tokens.server();
  server.answer(on(routes.rates.latest, answer));
  const screen = await openState({ ...walletStates.tokens, server: () => server });
  await server.called(routes.rates.latest);
  await expect.element(screen.getByText("At current prices.")).toBeVisible();
  expect(worths(screen)).toEqual([]);
});

it("asks for no rate, and offers no currency, where the installation has none", async () => {
  const server = youStates.person.server();
  server.answer(on(routes.system.config, aConfig({ hasRates: false })));
  const screen = await openState({ ...youStates.person, server: () => server });
  await expect.element(screen.getByText("Theme", { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByRole("combobox", { name: "Money beside SOL" })).not.toBeInTheDocument();
  expect(server.callsOf(routes.rates.latest)).toEqual([]);
});

it.each([
  ["a wallet", walletStates.tokens],
  ["a purchase's details", tradeStates.buyDetails],
  ["a Tribe's market", tribeStates.member],
] as const)("cuts no long sum of rupiah in %s, on a small phone with text twice the size", async (_title, state) => {
  const screen = await openState(state, { ...inCurrency("IDR"), size: sizes.smallPhone, isTextDoubled: true });
  await expect.poll(() => worths(screen).some((text) => text.includes("IDR"))).toBe(true);
  await expectNothingCut(screen);
});
