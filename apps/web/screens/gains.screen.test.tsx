import { lamports, routes } from "@tribe/contract";
import { gainFigures } from "@tribe/domain/gains";
import { expect, it } from "vitest";
import { sol } from "./fixtures/chain.ts";
import { memberTribe } from "./fixtures/trading.ts";
import { aTribe } from "./fixtures/tribes.ts";
import { download, on } from "./server/answers.ts";
import { momentStates, tradeStates } from "./states/trade.states.ts";
import { tribeStates } from "./states/tribe.states.ts";
import { walletStates } from "./states/wallet.states.ts";
import { openState } from "./support/open-screen.ts";
import { savedFiles } from "./support/saved-files.ts";

// What somebody paid, and what they gained or lost by it. That the server's figures are the chain's: costs.test.ts there.

const read = (text: string): number => Number(text.replaceAll(",", "").replace("−", "-"));

/** How a change is written of so many tokens' price against that of so many others'. */
const changeOf = (worth: bigint, paid: bigint): string => {
  const { price } = aTribe({ name: "Ida" });
  const { gain, percent } = gainFigures(lamports(worth * price), lamports(paid * price));
  return `${gain} SOL, ${percent}`;
};

it("shows in the wallet what a holding gained on what was paid, in words too, and nothing of what is unknown", async () => {
  const screen = await openState(walletStates.gain);
  const row = screen.getByRole("link", { name: /Ida/ });
  await expect.element(row).toHaveTextContent(`up ${changeOf(40n, 30n)}`);
  await screen.close();

  const unknown = await openState(walletStates.unknownCost);
  const other = unknown.getByRole("link", { name: /Ida/ });
  await expect.element(other).toHaveTextContent("Cost unknown for 12 of 40 IDA");
  // 28 tokens at today's price cost as much as 35 of them.
  await expect.element(other).toHaveTextContent(`down ${changeOf(28n, 35n)}`);
});

it("says before a sale what these tokens had cost and what is lost or gained, in figures that agree", async () => {
  const screen = await openState(tradeStates.sellGain);
  const line = screen.getByText(/ SOL for /);
  await expect.element(line).toBeVisible();
  const [, paid = "", sign = "", percent = ""] =
    /^You paid ([0-9.]+) SOL for these: (?:up|down) ([+−][0-9.]+) SOL, ([+−][0-9.]+%)$/.exec(
      line.element().textContent ?? "",
    ) ?? [];
  const worth = read(paid) + read(sign);
  // A tenth of what ten tokens had cost.
  const cost = lamports((9n * memberTribe.price) / 10n);
  expect(gainFigures(sol(worth), cost)).toMatchObject({ paid, gain: sign, percent });
});

it("says at the end of a sale what the sold had cost and what was lost, as the server has booked it", async () => {
  const screen = await openState(momentStates.soldSome);
  const line = screen.getByRole("dialog").getByText(/ SOL for /);
  await expect.element(line).toHaveTextContent("You paid 0.1361 SOL for these: down −0.0126 SOL, −9.2%");
});

it("says that the cost of a part is unknown, and never that it was 0", async () => {
  const screen = await openState(tradeStates.sellUnknown);
  await expect
    .element(screen.getByText(/ SOL for /))
    .toHaveTextContent(/those you bought: .*The cost of the others is unknown/);
});

it("tells a member on the Tribe's page what they paid, what it is worth, and what their sales brought", async () => {
  const screen = await openState(tribeStates.memberGain);
  const seat = screen.getByRole("region", { name: "Seat" });
  await expect.element(seat).toHaveTextContent(/You paid [0-9.]+ SOL, worth [0-9.]+: up \+[0-9.]+ SOL, \+1[67]/);
  await expect.element(seat).toHaveTextContent("Cost unknown for 3 of 10 IDA");
  await expect.element(seat).toHaveTextContent("From sales so far: down −0.01 SOL, −25%");
});

it("saves the person's transactions as a file", async () => {
  const server = walletStates.activity.server();
  const screen = await openState(walletStates.activity, { server });
  server.answer(on(routes.market.transactionsFile, download("\ufefftime (UTC),kind\r\n")));
  const saved = savedFiles(screen);
  await screen.getByRole("button", { name: "Download my transactions (CSV)" }).click();
  await expect
    .poll(() => saved.map(({ name }) => name))
    .toEqual([expect.stringMatching(/^tribe-transactions-\d{4}-\d{2}-\d{2}\.csv$/)]);
});
