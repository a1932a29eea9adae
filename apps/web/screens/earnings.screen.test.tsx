import { type AnswerOf, apiErrors, lamports, routes } from "@tribe/contract";
import { apiFailure, texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessibleInBothLooks } from "./checks/accessible.ts";
import { sol } from "./fixtures/chain.ts";
import { aConfig, everydayAnswers } from "./fixtures/everyday.ts";
import { aSignature } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { aSession } from "./fixtures/sessions.ts";
import { blockTimeBefore, minutes } from "./fixtures/time.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe } from "./fixtures/tribes.ts";
import { walletAnswers } from "./fixtures/wallet-answers.ts";
import { fails, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

type Answer = AnswerOf<typeof routes.earnings.list>;
type Earning = Answer["items"][number];
const person = aPerson();
const tribe = aTribe({ name: "Ida" });
const nothing = { earned: lamports(0n), paid: lamports(0n), accrued: lamports(0n), trades: 0 };

it("says what failed to load, with its name in the server's log, and loads it on retry", async () => {
  const requestId = "0b9ad3fe12c1495fa7c1f4e34cf5d4c0";
  const server = scriptedServer(
    on(routes.earnings.list, fails("internal", { message: "<html>secret</html>", requestId })),
  );
  const screen = await openScreen("/earnings", { server, as: aPerson() });
  await expect.element(screen.getByText(apiErrors.internal.message)).toBeVisible();
  const { cause, code } = apiFailure("internal");
  await expect.element(screen.getByText(cause)).toBeVisible();
  expect(screen.window.document.body.textContent).not.toContain("secret");
  await screen.getByText("Error code", { exact: true }).click();
  await expect.element(screen.getByText(code, { exact: true })).toBeVisible();
  await expect.element(screen.getByText(requestId, { exact: true })).toBeVisible();
  await expectAccessibleInBothLooks(screen);
  server.answer(on(routes.earnings.list, { creator: nothing, referral: nothing, items: [], nextCursor: null }));
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("heading", { name: "Earnings history" })).toBeVisible();
});

const trade = (number: number, rest: Partial<Earning> = {}): Earning => ({
  ...{ mint: tribe.mint, name: tribe.name, symbol: tribe.symbol, kind: "buy", venue: "curve", isPaid: true },
  ...{ signature: aSignature(number), value: sol(1), creatorFee: sol(0), referralFee: sol(0.006) },
  ...{ blockTime: blockTimeBefore(number * minutes), ...rest },
});
const shows = (items: Earning[], rest: Partial<Answer> = {}) =>
  on(routes.earnings.list, { creator: nothing, referral: nothing, items, nextCursor: null, ...rest });

it("shows a new person their invite link, and that nothing is earned yet", async () => {
  const screen = await openScreen("/earnings", { server: scriptedServer(shows([])), as: person });
  const field = screen.getByRole("textbox", { name: "Your invite link" });
  await expect.element(field).toHaveValue(`${location.origin}/?invite=${person.address}`);
  await expect.element(screen.getByText("Nothing earned yet")).toBeVisible();
});

it("names the inviter when somebody signs up by the link, whatever they open before", async () => {
  const guest = aPerson({ displayName: "Guest" });
  const answers = [...everydayAnswers(guest), on(routes.market.list, { tokens: [], total: 0, nextCursor: null })];
  // A damaged link changes nothing, and the invitation counts on a page without it.
  const shared = aTribe({ name: "Ida" });
  for (const [path, shows] of [
    ["/?invite=nobody", "There are no Tribes yet."],
    // As it is shared: a Tribe's door.
    [`/chat/${shared.mint}?invite=${person.address}`, "Ida is inside"],
  ] as const) {
    const visit = await openScreen(path, {
      server: scriptedServer(...tribeAnswers(shared), ...answers),
      keepsStorage: path !== "/?invite=nobody",
    });
    await expect.element(visit.getByText(shows).first()).toBeVisible();
    visit.close();
  }
  const server = scriptedServer(
    ...answers,
    on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
    on(routes.identity.verifyEmail, aSession),
  );
  const screen = await openScreen("/you", { server, keepsStorage: true });
  server.wallet.setAddress(guest.address);
  await screen.getByRole("button", { name: "Sign in with e-mail" }).click();
  await screen.getByRole("textbox", { name: "E-mail" }).fill("guest@example.com");
  await screen.getByRole("button", { name: "Send code" }).click();
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  expect((await server.called(routes.identity.signIn)).body).toMatchObject({ inviterAddress: person.address });
});

it("lists an inviter's earnings for each trade, reachable from Wallet and You", async () => {
  const referral = { earned: sol(0.012), paid: sol(0.012), accrued: sol(0), trades: 2 };
  const server = scriptedServer(...walletAnswers, shows([trade(1), trade(2, { kind: "sell" })], { referral }));
  for (const path of ["/you", "/wallet"]) {
    const screen = await openScreen(path, { server, as: person });
    await screen.getByRole("link", { name: "Earnings and invites" }).click();
    const trades = screen.getByRole("listitem").filter({ hasText: "as inviter" });
    await expect.poll(() => trades.length).toBe(2);
    await expect.element(screen.getByText("Paid into your wallet with each trade.")).toBeVisible();
    screen.close();
  }
});

it("shows a Chief the accrued and the paid earnings", async () => {
  const creator = { earned: sol(0.04), paid: sol(0.02), accrued: sol(0.02), trades: 2 };
  const own = { creatorFee: sol(0.02), referralFee: sol(0) };
  const server = scriptedServer(shows([trade(1, { ...own, isPaid: false }), trade(2, own)], { creator }));
  const screen = await openScreen("/earnings", { server, as: person, size: sizes.desktop });
  await expect.element(screen.getByRole("heading", { name: "As Chief" })).toBeVisible();
  const lines = screen.getByRole("listitem").filter({ hasText: "as Chief" });
  await expect.poll(() => lines.length).toBe(2);
  expect(screen.getByRole("listitem").filter({ hasText: "Not paid yet" }).elements()).toHaveLength(1);
});

it("shows a pause of the server on an open page at once, refuses presses with its message, and continues afterwards", async () => {
  const server = scriptedServer(...tribeAnswers(tribe));
  const screen = await openScreen(`/token/${tribe.mint}`, { server, as: person, size: sizes.smallPhone });
  const buy = screen.getByRole("button", { name: "Buy", exact: true });
  await expect.element(buy).toBeVisible();
  await server.realtime.sent("watch");
  const refusal = screen.getByText(texts.systemPausedRefusal);
  const pause = (isPaused: boolean) => {
    server.answer(on(routes.system.config, aConfig({ isSystemPaused: isPaused, isServerPaused: isPaused })));
    server.realtime.push({ type: "system", isSystemPaused: isPaused, isServerPaused: isPaused });
  };
  // The page reads its settings again once it is connected: the answer to that may come last.
  await expect
    .poll(() => {
      pause(true);
      return refusal.length;
    })
    .toBe(1);
  await buy.click();
  await expect.poll(() => refusal.length).toBe(2);
  expect(screen.getByRole("dialog").elements()).toEqual([]);
  await expectAccessibleInBothLooks(screen);
  pause(false);
  await expect.element(refusal.first()).not.toBeInTheDocument();
});
