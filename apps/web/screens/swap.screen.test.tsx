import { milliseconds, routes } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { cdp } from "vitest/browser";
import { expectAccessibleInBothLooks } from "./checks/accessible.ts";
import { expectNothingCut } from "./checks/layout.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aPerson } from "./fixtures/people.ts";
import { aPoolTribe, poolOnChain } from "./fixtures/pools.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { holdTimers } from "./support/hold-timers.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";
import { expectTruthWhenTranslated } from "./support/translation.ts";

const tribe = aPoolTribe({ name: "Trader pool", symbol: "TRA" });
const { mint } = tribe;

/** The pages of the migrated {@link tribe}, for somebody with five SOL. Counts how often the pool is read. */
const poolServer = () => {
  const server = scriptedServer(...tribeAnswers(tribe));
  let reads = 0;
  const { getMultipleAccounts } = poolOnChain(tribe);
  server.answerNode({
    ...walletOnChain({ balance: sol(5) }),
    getMultipleAccounts: (params) => {
      reads += 1;
      return getMultipleAccounts?.(params);
    },
  });
  return { server, reads: () => reads };
};

const amountOf = (screen: Screen) => screen.getByRole("textbox", { name: "Amount" });
const nextOf = (screen: Screen) => screen.getByRole("button", { name: "Next", exact: true });

/** Opens the dialog of a purchase in the pool. */
const openBuy = async (server: ReturnType<typeof poolServer>["server"]): Promise<Screen> => {
  const screen = await openScreen(`/token/${mint}`, { server, as: aPerson() });
  await screen.getByRole("button", { name: "Buy", exact: true }).click();
  await expect.element(screen.getByText("You hold", { exact: true })).toBeVisible();
  return screen;
};

it("shows the result of an amount in one line of the narrowest panel, so that nothing below it moves", async () => {
  const { server } = poolServer();
  const open = async (keepsStorage: boolean) => {
    const screen = await openScreen(`/token/${mint}`, {
      server,
      size: { ...sizes.desktop, width: 1_024 },
      keepsStorage,
    });
    await screen.getByRole("tab", { name: "Trade" }).click();
    await expect.element(amountOf(screen)).toBeVisible();
    return screen;
  };
  const screen = await open(false);
  const field = amountOf(screen);
  const outcome = () =>
    [...screen.window.document.querySelectorAll("p")].find(({ textContent }) =>
      / TRA.* at [\d.]+ per 1,000$/.test(textContent),
    );
  for (const text of ["4.8765", "1"]) {
    await field.fill(text);
    await expect.poll(() => outcome()?.getBoundingClientRect().height).toBe(20);
  }
  // An input method writes wide digits, and changes them until they are confirmed.
  await field.clear();
  await field.click();
  for (const text of ["１", "１５"])
    await cdp().send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await expect.element(field).toHaveValue("１５");
  await cdp().send("Input.insertText", { text: "１５" });
  await expect.element(field).toHaveValue("15");
  const untouched = await open(true);
  await expectTruthWhenTranslated([screen, untouched], ["7", "0.5", "", "2"]);
});

it("shows a visitor on a phone no price without its unit, although the header has no room for both", async () => {
  const screen = await openScreen(`/chat/${mint}`, { server: poolServer().server });
  await expect.element(screen.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect.element(screen.getByText("4 of 12 seats", { exact: true })).toBeVisible();
  await expectNothingCut(screen);
});

it("requests one quote from the pool, half a second after the last key", async () => {
  const { server, reads } = poolServer();
  const screen = await openBuy(server);
  const [field, next] = [amountOf(screen), nextOf(screen)];
  await field.fill("0.5");
  await expect.element(next).toBeEnabled();

  const before = reads();
  expect(milliseconds.quoteDebounce).toBe(500);
  const waits = holdTimers(screen.window, milliseconds.quoteDebounce);
  for (const typed of ["0.1", "0.12", "0.123"]) {
    await field.fill(typed);
    // Each key begins the half second anew.
    await expect.poll(waits.running).toBe(1);
    // The earlier quote is for another amount and must not be used.
    await expect.element(next).toBeDisabled();
  }
  expect(reads()).toBe(before);
  waits.pass();
  await expect.poll(reads).toBe(before + 1);
  await expect.element(next).toBeEnabled();
});

it("says that the price is not known while offline, and quotes again by itself", async () => {
  const screen = await openBuy(poolServer().server);
  screen.goOffline();
  await amountOf(screen).fill("0.2");
  await expect.element(screen.getByText(texts.priceCalculating)).toBeVisible();
  await expect.element(nextOf(screen)).toBeDisabled();
  await expectAccessibleInBothLooks(screen);
  screen.goOnline();
  await expect.element(nextOf(screen)).toBeEnabled();
});

it("says that a token without a pool can't be swapped", async () => {
  const { server } = poolServer();
  const screen = await openBuy(server);
  await expect.element(amountOf(screen)).toBeVisible();
  // A server that does not know the migration: the app itself opens swaps only for migrated tokens.
  server.answer(on(routes.market.profile, aTribe({ name: tribe.name, symbol: tribe.symbol })));
  screen.goOffline();
  screen.goOnline();
  await expect.element(screen.getByText(texts.swapUnavailable)).toBeVisible();
  await expect.element(screen.getByText(texts.notMigrated)).toBeVisible();
  await expect.element(amountOf(screen)).not.toBeInTheDocument();
  await expectAccessibleInBothLooks(screen);
  server.answer(on(routes.market.profile, tribe));
  screen.goOffline();
  screen.goOnline();
  await expect.element(amountOf(screen)).toBeVisible();
});
