import { type LocalUser, lamports, routes } from "@tribe/contract";
import { formatExact } from "@tribe/domain/money";
import { connectSocialTexts, fundTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessible, expectAccessibleInBothLooks } from "./checks/accessible.ts";
import { expectNoShift, expectNothingCut } from "./checks/layout.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { subscribersOf } from "./fixtures/chats.ts";
import { everydayAnswers } from "./fixtures/everyday.ts";
import { aPerson } from "./fixtures/people.ts";
import { preparedTrade } from "./fixtures/trading.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, seats } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// From a Tribe's door to the wallet's box: what it takes is said first, and each thing is asked for once.

const tribe = aTribe({ name: "Ida", seatHoldings: [...seats(3)] });
const { mint } = tribe;
const { twitter } = aPerson();
const withoutSocial = aPerson({ twitter: null });

const newServer = (first: LocalUser | null, balance = sol(0)) => {
  let me = first;
  const server = scriptedServer(
    ...(first ? everydayAnswers(first) : []),
    ...tribeAnswers(tribe, { subscribers: subscribersOf(tribe) }),
    on(routes.identity.signIn, () => ({ localUser: me ?? withoutSocial })),
    on(routes.factory.prepareTrade, preparedTrade),
    on(routes.fund.bridgePage, { url: null }),
    // X sends the person back to the page from which they came, connected.
    on(routes.social.startX, ({ body }) => {
      me = me && { ...me, twitter };
      return { authorizationUrl: `${body.returnTo}?social=connected` };
    }),
  );
  server.answerNode(walletOnChain({ balance }));
  return server;
};
const way = (screen: Screen) => screen.getByRole("region", { name: "What it takes" });
const stepsOf = (screen: Screen) =>
  way(screen)
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent);

it("says at the door what a seat takes, before anything costs", async () => {
  const screen = await openScreen(`/chat/${mint}`, { server: newServer(null), size: sizes.smallPhone });
  await expect.element(way(screen)).toBeVisible();
  await expect
    .poll(() => stepsOf(screen))
    .toEqual(["1E-mail", "2X or Farcaster", expect.stringMatching(/^30\.0\d+ SOL ≈/)]);
  await expectAccessibleInBothLooks(screen);
  await expectNothingCut(screen);
  await expectNoShift(screen);
});

it("ticks what is done, and is gone when all of it is", async () => {
  const first = await openScreen(`/chat/${mint}`, {
    server: newServer(withoutSocial, sol(2)),
    as: withoutSocial,
    size: sizes.smallPhone,
  });
  await expect.element(way(first)).toBeVisible();
  await expect
    .poll(() => stepsOf(first))
    .toEqual(["E-mail, done", "2X or Farcaster", expect.stringMatching(/^0\.\d+ SOL, done$/)]);
  await expectAccessible(first);
  first.close();
  const person = aPerson();
  const screen = await openScreen(`/chat/${mint}`, { server: newServer(person, sol(2)), as: person });
  await expect.element(screen.getByRole("button", { name: /^Join · / })).toBeVisible();
  await expect.element(way(screen)).not.toBeInTheDocument();
});

it("asks for the social account before any money, and for the SOL that is missing", async () => {
  const screen = await openScreen(`/chat/${mint}`, {
    server: newServer(withoutSocial),
    as: withoutSocial,
    size: sizes.smallPhone,
  });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  await expect.element(way(screen)).toBeVisible();
  const [, , toAdd] = stepsOf(screen);
  await screen.getByRole("button", { name: /^Join · / }).click();
  await expect.element(screen.getByText(connectSocialTexts.trade)).toBeVisible();
  await button("Connect X").click();
  await expect.element(screen.getByRole("textbox", { name: "Amount" })).toHaveValue("10");
  await button("Deposit").click();
  const amount = screen.getByRole("textbox", { name: "Amount by card" });
  // The same as the door has said.
  await expect.element(amount).toHaveValue(/\d\.\d+/.exec(toAdd ?? "")?.[0] ?? "");
  await expect.element(screen.getByText(fundTexts.arrivesByItself)).toBeVisible();
  await expectAccessibleInBothLooks(screen);
  await button("0.5 SOL").click();
  await expect.element(amount).toHaveValue("0.5");
  await expect.element(button("0.5 SOL")).toHaveAttribute("aria-pressed", "true");
});

it("asks only for what is missing where there is some SOL already", async () => {
  const person = aPerson();
  const server = newServer(person, lamports(1_000_000_000n));
  const screen = await openScreen(`/token/${mint}`, { server, as: person, size: sizes.smallPhone });
  await screen.getByRole("button", { name: "Buy", exact: true }).click();
  await screen.getByRole("textbox", { name: "Amount" }).fill("1000");
  const [, need = ""] =
    /^You need ([\d.,]+) SOL/.exec((await screen.getByText(/^You need .* SOL, fees/).element()).textContent ?? "") ??
    [];
  await screen.getByRole("button", { name: "Deposit", exact: true }).click();
  const label = screen.getByText("You still need");
  await expect.element(label).toBeVisible();
  const whole = (text: string | null | undefined) => Number(/([\d.]+) SOL/.exec((text ?? "").replaceAll(",", ""))?.[1]);
  await expect
    .poll(() => whole(label.element().parentElement?.textContent))
    .toBeCloseTo(Number(need.replaceAll(",", "")) - 1, 1);
});

it("goes on to the wallet at the first press of Next, when the social account had to come first", async () => {
  const server = newServer(withoutSocial, sol(3));
  const screen = await openScreen(`/token/${mint}`, { server, as: withoutSocial, size: sizes.smallPhone });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  await button("Buy").click();
  await screen.getByRole("textbox", { name: "Amount" }).fill("1");
  await button("Next").click();
  await button("Connect X").click();
  await server.wallet.requested("signTransaction");
  expect(
    server.callsOf(routes.factory.prepareTrade).map(({ body }) => formatExact(body.tokenAmountInLamports)),
  ).toEqual(["1"]);
});
