import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { everydayAnswers } from "./fixtures/everyday.ts";
import { aPerson } from "./fixtures/people.ts";
import { aSession } from "./fixtures/sessions.ts";
import { preparedTrade } from "./fixtures/trading.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, tokens } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// The page says that it is offline, keeps all input, and continues once it is online again.

const tribe = aTribe({ name: "Ida", seatHoldings: [] });
const path = `/token/${tribe.mint}`;
const looks = { size: sizes.smallPhone, colorScheme: "light" } as const;
const buttonOf = (screen: Screen) => (name: string) => screen.getByRole("button", { name, exact: true });
const amountOf = (screen: Screen) => screen.getByRole("textbox", { name: "Amount" });
/** Does something offline, checks that the page says so, and goes online again. */
const withoutLine = async (screen: Screen, work: () => Promise<unknown>): Promise<void> => {
  screen.goOffline();
  await work();
  await expect.element(screen.getByText(/^You're offline\. We'll refresh when you reconnect\./)).toBeVisible();
  await expectAccessible(screen);
  screen.goOnline();
};

it("keeps the address and the code of a sign-in, and continues by itself once online", async () => {
  const person = aPerson({ displayName: "Otto" });
  const email = "offline@example.com";
  const digits = "123456";
  const server = scriptedServer(
    ...everydayAnswers(person),
    ...tribeAnswers(tribe),
    on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
    on(routes.identity.verifyEmail, aSession),
  );
  const screen = await openScreen(path, { server, ...looks });
  server.wallet.setAddress(person.address);
  const button = buttonOf(screen);
  const address = screen.getByRole("textbox", { name: "E-mail" });
  const code = screen.getByRole("textbox", { name: "Code" });
  await button("Buy").click();
  await address.fill(email);
  await withoutLine(screen, async () => {
    await button("Send code").click();
    await expect.element(button("Send code")).toHaveAttribute("aria-busy", "true");
    await expect.element(address).toHaveValue(email);
    expect(server.callsOf(routes.identity.startEmail)).toEqual([]);
  });
  await expect.element(code).toBeInTheDocument();
  expect(server.callsOf(routes.identity.startEmail).map(({ body }) => body.email)).toEqual([email]);
  await withoutLine(screen, async () => {
    await code.fill(digits);
    await expect.element(button("Sign in").last()).toHaveAttribute("aria-busy", "true");
    // One field for each digit.
    const boxes = [...screen.getByRole("dialog").element().querySelectorAll<HTMLInputElement>("input")];
    expect(boxes.map(({ value }) => value).join("")).toContain(digits);
    expect(server.callsOf(routes.identity.verifyEmail)).toEqual([]);
  });
  await expect.element(amountOf(screen)).toBeVisible();
  expect(server.callsOf(routes.identity.verifyEmail).map(({ body }) => body)).toEqual([{ email, code: digits }]);
});

it("says that nothing was paid when a purchase can't be prepared, and continues with its amount once online", async () => {
  const server = scriptedServer(...tribeAnswers(tribe), on(routes.factory.prepareTrade, preparedTrade));
  server.answerNode(walletOnChain({ balance: sol(3) }));
  const screen = await openScreen(path, { server, as: aPerson({ displayName: "Otto" }), ...looks });
  const button = buttonOf(screen);
  await button("Buy").click();
  await amountOf(screen).fill("11");
  await expect.element(button("Next")).toBeEnabled();
  await withoutLine(screen, async () => {
    await button("Next").click();
    await expect.element(screen.getByText("Nothing was signed and nothing was paid.")).toBeVisible();
  });
  await button("OK").click();
  await expect.element(amountOf(screen)).toHaveValue("11");
  await button("Next").click();
  const { request } = await server.wallet.requested("signTransaction");
  expect(request.message).toBe(preparedTrade.message);
  expect(server.callsOf(routes.factory.prepareTrade).at(-1)?.body).toMatchObject({
    mint: tribe.mint,
    tokenAmountInLamports: tokens(11),
  });
});
