import { hasKey } from "@tribe/chain/accounts";
import { describeMessage, isRefusal } from "@tribe/chain/clear-signing";
import { buildTransferMessage } from "@tribe/chain/messages";
import { type Address, type BodyOf, base64Schema, lamports, routes, ticketSchema } from "@tribe/contract";
import { paymentLink } from "@tribe/domain/money";
import { sendTexts, texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { commands } from "vitest/browser";
import * as z from "zod/mini";
import { transferContent } from "../../signer/src/signing/transfer-content.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aConfig } from "./fixtures/everyday.ts";
import { anAddress, aSignature, aUid } from "./fixtures/ids.ts";
import { aPerson, aUser, faceOf } from "./fixtures/people.ts";
import { blockTimeBefore, minutes } from "./fixtures/time.ts";
import { aTribe, tokens } from "./fixtures/tribes.ts";
import { walletAnswers } from "./fixtures/wallet-answers.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";
import { expectTruthWhenTranslated } from "./support/translation.ts";

// SOL to an address, tokens to a person by name, and the list of both. What the wallet's box shows: e2e/gate/send.test.ts.

const tribe = aTribe({ name: "Chief" });
const person = aPerson();
/** An address with a key, or one of a program's, of which there is none. */
const addressWhere = (isKey: boolean): Address => {
  const found = ["Noor", "Otto", "Lena", "Jonas", "Ida", "Pia", "Ben", "Zoe"]
    .map(anAddress)
    .find((a) => hasKey(a) === isKey);
  if (!found) throw new Error("none of the names fits");
  return found;
};
const friend = addressWhere(true);
const wallet = person.address ?? friend;
const { programAddress: program, adminAddress: admin } = aConfig();
/** The message of a transfer, as the server builds it. */
const messageOf = async ({ recipient, amount, mint, memo }: BodyOf<typeof routes.transfers.prepare>) =>
  buildTransferMessage({
    ...{ program, wallet, recipient, memo: memo ?? null, blockhash: anAddress("Blockhash") },
    ...{ computeUnitLimit: 30_000, microLamportsPerUnit: 1_000n },
    asset: mint ? { kind: "token", mint, units: amount, decimals: 9 } : { kind: "sol", lamports: lamports(amount) },
  });
/** What the wallet says first of what it is asked to sign, in its own words: label and value. */
const askedOf = async (server: ReturnType<typeof walletServer>) => {
  const asked = await server.wallet.requested("signTransaction");
  const bytes = Uint8Array.from(atob(asked.request.message), (letter) => letter.charCodeAt(0));
  const description = await describeMessage(bytes, { wallet, admin, program });
  if (isRefusal(description)) throw new Error(`the wallet would refuse it: ${description.reason}`);
  if (description.kind !== "transfer") throw new Error(description.kind);
  const { moves, lines } = transferContent(description, { kind: "pending" });
  return { asked, lines: [...moves, ...lines].map(({ label, value }) => [label, value]) };
};
const chief = { uid: aUid("Chief"), address: friend, displayName: "Trader Chief", pfp: null, handle: "chief" };
const holding = {
  ...{ mint: tribe.mint, name: tribe.name, symbol: tribe.symbol, pfp: null, price: tribe.price, newMint: null },
  ...{ priceDayAgo: null, dayLine: null, averagePaid: null, amount: tokens(12), migrated: null, value: lamports(1n) },
};
const walletServer = () => {
  const server = scriptedServer(
    ...walletAnswers,
    on(routes.market.holdings, { holdings: [holding], count: 1, value: lamports(1n), dayWorth: null }),
    on(routes.transfers.prepare, async ({ body }) => ({
      callbackTicket: z.parse(ticketSchema, "ticket-0000000009"),
      transaction: z.parse(base64Schema, btoa(String.fromCharCode(...(await messageOf(body))))),
      lastValidBlockHeight: 1_000,
    })),
    on(routes.identity.searchPeople, { people: [chief] }),
  );
  server.answerNode({
    ...walletOnChain({ balance: sol(20) }),
    // Tried out before the person sees it.
    simulateTransaction: () => ({ context: { slot: 1 }, value: { err: null, logs: [] } }),
    getFeeForMessage: () => ({ context: { slot: 1 }, value: 5_000 }),
  });
  return server;
};
/** The open dialog to send, as a person uses it. */
const openSend = async () => {
  const server = walletServer();
  const screen = await openScreen("/wallet", { server, as: person, size: sizes.smallPhone, colorScheme: "light" });
  return { server, screen, ...(await inDialog(screen)) };
};
const inDialog = async (screen: Screen) => {
  await screen.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = screen.getByRole("dialog");
  const amount = dialog.getByRole("textbox", { name: "Amount" });
  await expect.element(amount).toBeVisible();
  return { dialog, amount, to: dialog.getByRole("textbox", { name: "To", exact: true }) };
};

it("pastes an address or a payment link from the clipboard by one press", async () => {
  await commands.allowClipboard();
  const { dialog, to, amount, screen } = await openSend();
  const paste = dialog.getByRole("button", { name: "Paste", exact: true });
  await screen.window.navigator.clipboard.writeText(` ${friend}\n`);
  await paste.click();
  await expect.element(to).toHaveValue(friend);
  await expect.element(paste).not.toBeInTheDocument();
  await to.fill("");
  await screen.window.navigator.clipboard.writeText(
    paymentLink({ recipient: friend, lamports: sol(0.25), memo: null }),
  );
  await paste.click();
  await expect.element(to).toHaveValue(friend);
  await expect.element(amount).toHaveValue("0.25");
});

it("says what is wrong with an address or an amount, and asks the wallet for exactly what was typed", async () => {
  const { server, dialog, amount, to, screen } = await openSend();
  const next = dialog.getByRole("button", { name: "Next", exact: true });
  for (const [typed, words] of [
    [`${friend.slice(0, -1)}0`, texts.invalidAddress],
    [person.address ?? "", sendTexts.ownAddress],
    [addressWhere(false), sendTexts.keylessAddress],
  ] as const) {
    await to.fill(typed);
    await expect.element(dialog.getByText(words)).toBeVisible();
    await expect.element(next).toBeDisabled();
  }
  await to.fill(friend);
  await amount.fill("20");
  await expect.element(dialog.getByText(texts.insufficientBalance)).toBeVisible();
  await amount.fill("abc");
  await expect.element(dialog.getByText("Please enter a valid number")).toBeVisible();
  await expect.element(next).toBeDisabled();
  await amount.fill("1.23456789");
  await dialog.getByRole("button", { name: "Add a memo" }).click();
  await dialog.getByRole("textbox", { name: "Memo, public" }).fill("for lunch");
  await next.click();
  const { asked, lines } = await askedOf(server);
  expect(lines.slice(0, 3)).toEqual([
    ["You send", "1.23456789 SOL"],
    ["To", friend],
    ["Memo, public", { quoted: "for lunch" }],
  ]);
  asked.decline();
  // Everything stays as it was typed.
  await expect.element(screen.getByRole("dialog").getByRole("textbox", { name: "Amount" })).toHaveValue("1.23456789");
});

it("says the same of an amount on a translated page", async () => {
  const { server, screen } = await openSend();
  const untouched = await openScreen("/wallet", { server, as: person, size: sizes.smallPhone, keepsStorage: true });
  await inDialog(untouched);
  await expectTruthWhenTranslated([screen, untouched], ["20", "1", "30"]);
});

it("sends tokens to a person who is found by name", async () => {
  const { server, dialog, amount, to, screen } = await openSend();
  await screen.getByRole("combobox", { name: "What you send" }).selectOptions(tribe.mint);
  await to.fill("Trader ch");
  await screen
    .getByRole("list", { name: "People" })
    .getByRole("button", { name: /Trader Chief/ })
    .click();
  expect(server.callsOf(routes.identity.searchPeople).at(-1)?.query.search).toBe("Trader ch");
  await expect.element(dialog.getByText(friend, { exact: true })).toBeVisible();
  await amount.fill("99");
  await expect.element(dialog.getByText(texts.insufficientBalance)).toBeVisible();
  await dialog.getByRole("button", { name: "MAX" }).click();
  await expect.element(amount).toHaveValue("12");
  await amount.fill("2.5");
  await dialog.getByRole("button", { name: "Next", exact: true }).click();
  const { lines } = await askedOf(server);
  expect(lines.slice(0, 2)).toEqual([
    ["You send", "2.5 tokens"],
    ["To", friend],
  ]);
});

it("fills in a payment link, with its amount and its memo", async () => {
  const { server, dialog, amount, to } = await openSend();
  await to.fill(`solana:${friend}?amount=6.5&memo=the%20rest`);
  await expect.element(to).toHaveValue(friend);
  await expect.element(amount).toHaveValue("6.5");
  await expect.element(dialog.getByRole("textbox", { name: "Memo, public" })).toHaveValue("the rest");
  await dialog.getByRole("button", { name: "Next", exact: true }).click();
  const { lines } = await askedOf(server);
  expect(lines.slice(0, 3)).toEqual([
    ["You send", "6.5 SOL"],
    ["To", friend],
    ["Memo, public", { quoted: "the rest" }],
  ]);
});

it("lists all transfers in the wallet's activity, with their kind, recipient and memo", async () => {
  const server = walletServer();
  const other = { ...faceOf(aUser({ displayName: "Trader Chief" })), address: friend };
  const transfer = (
    number: number,
    part: { amount: bigint; memo: string | null; isToken?: boolean; direction?: "in" },
  ) => ({
    direction: part.direction ?? ("out" as const),
    signature: aSignature(number),
    other,
    token: part.isToken ? { mint: tribe.mint, name: tribe.name, symbol: tribe.symbol, isNew: false } : null,
    amount: part.amount,
    memo: part.memo,
    blockTime: blockTimeBefore(number * minutes),
  });
  server.answer(
    on(routes.transfers.list, {
      transfers: [
        transfer(1, { amount: 6_500_000_000n, memo: "the rest" }),
        transfer(2, { amount: tokens(2.5), memo: null, isToken: true }),
        transfer(3, { amount: 1_234_567_890n, memo: "for lunch", direction: "in" }),
      ],
      nextCursor: null,
    }),
  );
  const screen = await openScreen("/wallet", { server, as: person, size: sizes.smallPhone });
  await screen.getByRole("tab", { name: "Activity" }).click();
  const activity = screen.getByRole("region", { name: "Activity" });
  await activity.getByRole("button", { name: "Transfers" }).click();
  const lines = activity.getByRole("listitem");
  await expect.poll(() => lines.length).toBe(3);
  await expect.element(lines.nth(0).getByText("the rest")).toBeVisible();
  await expect.element(lines.nth(0).getByRole("link", { name: "Sent to Trader Chief" })).toBeVisible();
  await expect.element(lines.nth(1).getByText(/2\.5/).first()).toBeVisible();
  await expect.element(lines.nth(2).getByText("for lunch")).toBeVisible();
  await expect.element(lines.nth(2).getByRole("link", { name: "Received from Trader Chief" })).toBeVisible();
});

it("above 1 SOL asks to make the wallet safer, also before SOL is added, until Later", async () => {
  const server = walletServer();
  server.answer(
    on(routes.wallet.safety, { waits: [], recovery: "mail_link", kit: null }),
    on(routes.fund.bridgePage, { url: null }),
  );
  const screen = await openScreen("/wallet", { server, as: person, size: sizes.smallPhone });
  await expect.element(screen.getByRole("link", { name: "If you lose this device: by e-mail only" })).toBeVisible();
  const ask = screen.getByRole("main").getByRole("region", { name: "Your wallet holds more than 1 SOL" });
  await expect.element(ask.getByRole("link", { name: "Make it safer" })).toBeVisible();
  await screen.getByRole("button", { name: "Add", exact: true }).click();
  const step = screen.getByRole("dialog").getByRole("region", { name: "Your wallet holds more than 1 SOL" });
  await expect.element(step).toBeVisible();
  const card = screen.getByRole("button", { name: "Pay by card" });
  await expect.element(card).not.toBeInTheDocument();
  await step.getByRole("button", { name: "Later" }).click();
  await expect.element(card).toBeVisible();
  screen.window.history.back();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(ask).not.toBeInTheDocument();
});
