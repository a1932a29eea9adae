import { describeMessage, isRefusal } from "@tribe/chain/clear-signing";
import { buildBuyMessage, buildSellMessage, tradeAddresses } from "@tribe/chain/messages";
import { computeUnitLimit } from "@tribe/chain/transactions";
import { type BodyOf, base64Schema, lamports, routes, tokenUnits } from "@tribe/contract";
import { formatAmount, noFlags } from "@tribe/domain/money";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { closingLines, movesOf } from "../../signer/src/signing/lines.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aConfig } from "./fixtures/everyday.ts";
import { anAddress } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { memberTribe, preparedTrade } from "./fixtures/trading.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { tokens } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen } from "./support/open-screen.ts";

// The dialog's figures are those of the message that the page asks the wallet to sign, in the wallet's own words. (The server
// builds messages like these; that the wallet's frame draws its words is its own suite's proof.)

const { programAddress: program, adminAddress: admin } = aConfig();
const { state, mint } = await tradeAddresses(memberTribe.tokenId, program);
const tribe = { ...memberTribe, mint };
const person = aPerson();
const wallet = person.address ?? anAddress("None");

/** The message of an order, as the server builds it (apps/server/src/modules/factory/routes/prepare-trade.ts). */
const messageOf = async (body: BodyOf<typeof routes.factory.prepareTrade>): Promise<Uint8Array> => {
  const isSale = body.tradeType === "SELL_WITH_FIXED_TOKEN";
  const frame = { program, admin, wallet, state, mint, flags: noFlags, referrer: null };
  const limits = {
    blockhash: anAddress("Blockhash"),
    computeUnitLimit: computeUnitLimit(isSale ? "sell" : "buy", isSale ? { closesAccount: true } : {}),
    microLamportsPerUnit: 1_000n,
  };
  const tokensOfOrder = body.tokenAmountInLamports;
  if (isSale)
    return buildSellMessage({
      ...{ ...frame, ...limits, tokens: tokensOfOrder, closesAccount: tokensOfOrder === tokens(10) },
      minLamports: body.minSolReceivedInLamports ?? lamports(0n),
    });
  return buildBuyMessage({
    ...{ ...frame, ...limits, tokens: tokensOfOrder, makesTokenAccount: false },
    maxLamports: body.maxSolInLamports ?? lamports(0n),
    minTokens: body.minTokensReceivedInLamports ?? tokensOfOrder,
  });
};

const openTrade = async () => {
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.factory.prepareTrade, async ({ body }) => ({
      ...preparedTrade,
      message: z.parse(base64Schema, btoa(String.fromCharCode(...(await messageOf(body))))),
    })),
  );
  server.answerNode(
    walletOnChain({
      balance: sol(3),
      holdings: new Map([[mint, tokens(10)]]),
      elsewhere: new Map([[mint, tokenUnits(1n)]]),
    }),
  );
  const screen = await openScreen(`/token/${mint}`, { server, as: person });
  await screen.getByRole("button", { name: "Buy", exact: true }).click();
  return { server, screen, amount: screen.getByRole("textbox", { name: "Amount" }) };
};
/** A figure of the dialog's quote. */
const figure = (screen: Screen, name: string): string => {
  const rows = [...screen.getByRole("dialog").element().querySelectorAll("dl > div")];
  return rows.find((row) => row.querySelector("dt")?.textContent === name)?.querySelector("dd")?.textContent ?? "";
};
/** What the wallet says of the request that it got. */
const askedOf = async (server: Awaited<ReturnType<typeof openTrade>>["server"]) => {
  const asked = await server.wallet.requested("signTransaction");
  const bytes = Uint8Array.from(atob(asked.request.message), (letter) => letter.charCodeAt(0));
  const description = await describeMessage(bytes, { wallet, admin, program });
  if (isRefusal(description)) throw new Error(`the wallet would refuse it: ${description.reason}`);
  if (description.kind !== "buy" && description.kind !== "sell") throw new Error(description.kind);
  const lines = [...movesOf(description, null), ...closingLines(description)].map(({ label, value }) => [label, value]);
  return { asked, description, lines };
};

it("asks the wallet for exactly the buy that the dialog shows, paid with a fixed amount of SOL", async () => {
  const { server, screen, amount } = await openTrade();
  await screen.getByRole("button", { name: /change to SOL$/ }).click();
  await amount.fill("0.5");
  await expect.poll(() => figure(screen, "You get at least")).toMatch(/^\d/);
  const shown = figure(screen, "You get at least");
  // This amount moves the price far, which the button says.
  await screen.getByRole("button", { name: "Buy anyway" }).click();
  const { description, lines } = await askedOf(server);
  if (description.kind !== "buy") throw new Error("it is a sale");
  expect(description.maxLamports).toBe(sol(0.5));
  expect(`${formatAmount(description.minTokens)} ${tribe.symbol}`).toBe(shown);
  const least = Math.floor(Number.parseFloat(shown.replaceAll(",", "")));
  expect(lines).toEqual([
    ["You pay", "at most 0.5 SOL"],
    ["You get", expect.stringMatching(new RegExp(`^at least ${least}\\.\\d+ tokens$`))],
  ]);
});

it("asks the wallet for exactly the tokens that the dialog shows, at the most that the slippage allows", async () => {
  const { server, screen, amount } = await openTrade();
  await amount.fill("2");
  await expect.poll(() => figure(screen, "Price")).toMatch(/^0\.\d/);
  const price = Number.parseFloat(figure(screen, "Price"));
  await screen.getByRole("button", { name: "Next", exact: true }).click();
  const { asked, description, lines } = await askedOf(server);
  if (description.kind !== "buy") throw new Error("it is a sale");
  expect([description.tokens, description.minTokens]).toEqual([tokens(2), tokens(2)]);
  expect(lines).toEqual([
    ["You pay", expect.stringMatching(/^at most 0\.\d+ SOL$/)],
    ["You get", "2 tokens"],
  ]);
  // The price and no more than the slippage of 5 % above it, which is the usual one.
  expect(Number(description.maxLamports) / 1e9).toBeGreaterThanOrEqual(price * 0.999);
  expect(Number(description.maxLamports) / 1e9).toBeLessThanOrEqual(price * 1.051);
  asked.decline();
  await expect.element(amount).toHaveValue("2");
});

it("asks the wallet to sell everything that can be sold, and to close the emptied account", async () => {
  const { server, screen, amount } = await openTrade();
  await screen.getByRole("tab", { name: "Sell" }).click();
  const line = `0.000000001 ${tribe.symbol} more are in another account of yours and can't be traded here.`;
  await expect.element(screen.getByText(line)).toBeVisible();
  await screen.getByRole("button", { name: "100%" }).click();
  await expect.element(amount).toHaveValue("10");
  await expect.poll(() => figure(screen, "You get at least")).toMatch(/^\d/);
  const shown = figure(screen, "You get at least");
  await screen.getByRole("button", { name: "Next, and leave the chat" }).click();
  const { description, lines } = await askedOf(server);
  if (description.kind !== "sell") throw new Error("it is a buy");
  expect(description.tokens).toBe(tokens(10));
  expect(shown).toContain(formatAmount(description.minLamports));
  expect(lines).toEqual([
    ["You sell", "10 tokens"],
    ["You get", expect.stringMatching(/^at least 0\.\d+ SOL$/)],
    ["Closes its account", expect.stringMatching(/^\+0\.\d+ SOL back$/)],
  ]);
});
