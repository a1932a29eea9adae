import { apiErrors, type LocalUser, routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { expectNoShift } from "./checks/layout.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { everydayAnswers } from "./fixtures/everyday.ts";
import { aPerson } from "./fixtures/people.ts";
import { aSession } from "./fixtures/sessions.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import { holdBack } from "./server/hold-back.ts";
import { type ScriptedServer, scriptedServer } from "./server/scripted-server.ts";
import { keptAnswers } from "./support/kept-answers.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// A new person's first minutes on a phone.

const { address, twitter } = aPerson();
const email = "stranger@example.com";
const stranger = aPerson({ address: null, twitter: null, email });
const tribe = aTribe({ name: "Ida" });
const looks = { size: sizes.smallPhone, colorScheme: "light" } as const;

/** The server of somebody who signs up; what it knows of them changes on the way. */
const newServer = (first: LocalUser = stranger) => {
  let me = first;
  const server = scriptedServer(
    ...everydayAnswers(first),
    ...tribeAnswers(tribe),
    on(routes.identity.signIn, () => ({ localUser: me })),
    on(routes.market.list, { tokens: [lineOf(tribe)], total: 1, nextCursor: null }),
    on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
    on(routes.identity.verifyEmail, ({ body }) => (body.code === "123456" ? aSession : fails("mail_code_wrong"))),
    on(routes.fund.bridgePage, { url: null }),
  );
  server.answerNode(walletOnChain({ balance: sol(0) }));
  const change = (next: Partial<LocalUser>): void => {
    me = { ...me, ...next };
  };
  return { server, change };
};
const inHand = (screen: Screen) => ({
  button: (name: string) => screen.getByRole("button", { name, exact: true }),
  dialog: (name: string) => screen.getByRole("dialog", { name }),
  setup: screen.getByRole("region", { name: "Finish setting up" }),
});
/** The wallet's frame makes a key, and the server stores its address. */
const makeWallet = async (server: ScriptedServer, change: (next: Partial<LocalUser>) => void): Promise<void> => {
  const asked = await server.wallet.requested("create");
  change({ address });
  server.wallet.setAddress(address);
  asked.confirm({ address });
};

it("returns to the code step after a reload, accepts the mailed code, and promises only what the wallet does", async () => {
  const { server, change } = newServer();
  const screen = await openScreen("/", { server, ...looks });
  const { button, dialog } = inHand(screen);
  await screen.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await expect.element(screen.getByText("We'll e-mail you a 6-digit code.")).toBeVisible();
  await screen.getByRole("textbox", { name: "E-mail" }).fill(email);
  await button("Send code").click();
  await expect.element(dialog("Check your e-mail")).toBeVisible();
  await screen.reload();
  await expect.element(dialog("Check your e-mail").getByText(email)).toBeVisible();
  await expect.element(screen.getByText("Next: your wallet, made on this device.")).toBeVisible();
  await expectAccessible(screen);
  // Entering the same address again requests no new code while this one is fresh.
  await button("Use another e-mail").click();
  await button("Send code").click();
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  await makeWallet(server, change);
  expect(server.callsOf(routes.identity.startEmail).map(({ body }) => body.email)).toEqual([email]);
  await expect.element(dialog("Your wallet is ready")).toBeVisible();
  const promise = "Only you can spend from it.";
  await expect.element(screen.getByText(promise)).toBeVisible();
  await expect.element(screen.getByText("Next: connect X, so people know you.")).toBeVisible();
  await expectAccessible(screen);
});

it("keeps postponed steps on Home", async () => {
  const { server, change } = newServer();
  const screen = await openScreen("/you", { server, ...looks });
  const { button, dialog, setup } = inHand(screen);
  await button("Sign in with e-mail").click();
  await screen.getByRole("textbox", { name: "E-mail" }).fill(email);
  await button("Send code").click();
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  await makeWallet(server, change);
  await dialog("Your wallet is ready").getByRole("button", { name: "Later" }).click();
  await dialog("Connect social").getByRole("button", { name: "Later" }).click();
  await expect.element(dialog("How it works")).toBeVisible();
  await expectAccessible(screen);
  await button("Enter the app").click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await screen.getByRole("link", { name: "Home", exact: true }).click();
  await expect.element(setup.getByRole("button", { name: "Add SOL" })).toBeVisible();
  await expect.element(setup.getByRole("button", { name: "Connect X" })).toBeVisible();
  await expectAccessible(screen);
});

/** X sends the person back to the page from which they came. */
const comesBack = (server: ScriptedServer, social: string) =>
  server.answer(on(routes.social.startX, ({ body }) => ({ authorizationUrl: `${body.returnTo}?social=${social}` })));

it("says why a connection to X failed, and offers each step on Home until it is done", async () => {
  const person = { ...stranger, address };
  const { server, change } = newServer(person);
  const screen = await openScreen("/you", { server, as: person, ...looks });
  const { button, dialog, setup } = inHand(screen);
  const refusal = dialog("Connect social").getByRole("alert");
  comesBack(server, "denied");
  await screen.getByRole("button", { name: /^Connect social/ }).click();
  await button("Connect X").click();
  await expect.element(refusal.getByText(apiErrors.social_denied.message)).toBeVisible();
  await expect.element(refusal.getByText("You cancelled at X, or X didn't confirm it.")).toBeVisible();
  expect(screen.window.location.pathname).toBe("/you");
  comesBack(server, "taken");
  await button("Connect X").click();
  await expect.element(refusal.getByText(apiErrors.social_taken.message)).toBeVisible();
  await expect.element(refusal.getByText(/unlink this one in the Tribe account that has it/)).toBeVisible();
  await expectAccessible(screen);
  await dialog("Connect social").getByRole("button", { name: "Close" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();

  await screen.getByRole("link", { name: "Home", exact: true }).click();
  comesBack(server, "connected");
  await setup.getByRole("button", { name: "Connect X" }).click();
  change({ twitter });
  await dialog("Connect social").getByRole("button", { name: "Connect X" }).click();
  await expect.element(setup.getByRole("button", { name: "Add SOL" })).toBeVisible();
  await expect.element(setup.getByRole("button", { name: "Connect X" })).not.toBeInTheDocument();
  server.answerNode(walletOnChain({ balance: sol(1) }));
  // The page has just connected anew.
  await expect
    .poll(() => {
      server.realtime.push({ type: "account", what: "balance" });
      return setup.length;
    })
    .toBe(0);
});

it("moves nothing on Home, and offers no step again, over answers from before it was done", async () => {
  const person = { ...stranger, address, twitter };
  const { server } = newServer(person);
  const first = await openScreen("/", { server, as: person, ...looks });
  await expect.element(inHand(first).setup.getByRole("button", { name: "Add SOL" })).toBeVisible();
  await expect.poll(keptAnswers).toContain('["balance"');
  first.close();
  // Meanwhile SOL has come, and the place of the notices was noted as empty.
  localStorage.setItem("tribe:v1:home-notices", "0");
  const held = holdBack();
  const later = newServer(person).server;
  later.answer(on(routes.identity.signIn, held.until({ localUser: person })));
  later.answerNode(walletOnChain({ balance: sol(1) }));
  const screen = await openScreen("/", { server: later, as: person, ...looks, keepsStorage: true });
  await expect.element(screen.getByRole("tab", { name: "Leaderboard" })).toBeInTheDocument();
  await later.called(routes.identity.signIn);
  held.release();
  await expect.element(screen.getByRole("link", { name: /Ida/ }).first()).toBeVisible();
  await expectNoShift(screen);
  await expect.element(inHand(screen).setup).not.toBeInTheDocument();
});

it("does not restart a completed sign-up because of outdated cached answers, and shows Home", async () => {
  const before = newServer();
  const first = await openScreen("/", { server: before.server, as: stranger, ...looks });
  await expect.poll(keptAnswers).toContain('["localUser"]');
  first.close();
  // As in a new tab.
  sessionStorage.clear();
  const { server } = newServer({ ...stranger, address });
  const held = holdBack();
  server.answer(on(routes.identity.signIn, held.until({ localUser: { ...stranger, address } })));
  const screen = await openScreen("/", {
    server,
    as: { ...stranger, address },
    ...looks,
    keepsStorage: true,
  });
  const { button, dialog } = inHand(screen);
  await server.called(routes.identity.signIn);
  await expect.element(button("Create your Tribe")).toBeVisible();
  expect(screen.getByRole("dialog").elements()).toEqual([]);
  held.release();
  await expect.element(screen.getByText("Finish setting up")).toBeVisible();
  expect(screen.getByRole("dialog").elements()).toEqual([]);
  await button("Create your Tribe").click();
  await expect.element(dialog("Connect social")).toBeVisible();
});
