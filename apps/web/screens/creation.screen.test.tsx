import { mintAddress } from "@tribe/chain/accounts";
import { routes } from "@tribe/contract";
import { onlyLeftText } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aConfig } from "./fixtures/everyday.ts";
import { creationInState, factoryOnChain, preparedCreation } from "./fixtures/factory.ts";
import { aSignature } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, tokens } from "./fixtures/tribes.ts";
import { on, unreachable } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// A person makes their Tribe, on a phone: its form, Back in each dialog, and a connection that goes at each step.

const person = aPerson({ displayName: "Mara Ember", pfp: "/face.png" });
const signature = aSignature(1);
const mint = await mintAddress(preparedCreation.tokenId, aConfig().programAddress);
const tribe = aTribe({ name: person.displayName, mint, subscribeState: "chief", seatHoldings: [] });
const looks = { size: sizes.smallPhone, colorScheme: "light" } as const;

const creationServer = (balance = 1) => {
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.market.list, { tokens: [], total: 0, nextCursor: null }),
    on(routes.factory.prepareCreation, { ...preparedCreation, mint }),
    on(routes.factory.submitCreation, { signature }),
    on(routes.chat.members, {
      counts: { members: 0, online: 0, booted: 0, blocked: 0 },
      members: [],
      nextCursor: null,
    }),
    on(routes.fund.bridgePage, { url: null }),
    creationInState("pending"),
  );
  server.answerNode({ ...walletOnChain({ balance: sol(balance) }), ...factoryOnChain });
  return server;
};
const inHand = (screen: Screen) => {
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  const closed = () => expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  return {
    button,
    closed,
    create: screen.getByRole("button", { name: "Create your Tribe" }).first(),
    firstBuy: screen.getByRole("textbox", { name: /Amount/ }),
    back: async (): Promise<void> => {
      screen.window.history.back();
      await closed();
      expect(screen.window.location.pathname).toBe("/");
    },
  };
};

it("tells a Chief the cost of the first buy, offers a deposit for the missing amount, and takes no more than shown", async () => {
  const server = creationServer();
  const screen = await openScreen("/", { server, as: person, ...looks });
  const { button, create, firstBuy } = inHand(screen);
  const figure = (name: string): string => {
    const rows = [...screen.getByRole("dialog").element().querySelectorAll("dl > div")];
    return rows.find((row) => row.querySelector("dt")?.textContent === name)?.querySelector("dd")?.textContent ?? "";
  };
  await create.click();
  await expect.element(button("Create")).toBeEnabled();
  await expect.poll(() => figure("Max Spend")).toMatch(/ SOL\b/);
  // Without a first buy the form shows no figures of one.
  expect(screen.getByRole("dialog").getByText("Price", { exact: true }).elements()).toEqual([]);
  await firstBuy.fill("5");
  await expect.poll(() => figure("You get")).toBe("5 MAR");
  // One SOL is more than a creation's minimum, and far less than this first buy costs.
  await firstBuy.fill("800");
  await expect
    .element(screen.getByText(/You need (2\.9|3\.[01])\d* SOL, fees and one-time deposit included\./).first())
    .toBeVisible();
  await expect.element(button("Create")).toBeDisabled();
  await firstBuy.fill("5000");
  await expect.element(screen.getByText(onlyLeftText(tokens(2_793.512), "MAR"))).toBeVisible();
  await expect.poll(() => figure("You get")).toBe("2,793.512 MAR");
  await firstBuy.fill("800");
  await button("Deposit").click();
  await expect.element(screen.getByRole("textbox", { name: "Amount by card" })).toBeVisible();
});

it("closes the creation dialog on Back, and leaves no history entry of it before the new Tribe's chat", async () => {
  const server = creationServer();
  const screen = await openScreen("/", { server, as: person, ...looks });
  const { button, create, back, closed } = inHand(screen);
  const asked = () => server.wallet.requests.filter(({ request }) => request.method === "signTransaction");
  const reachWallet = async (times: number) => {
    await create.click();
    await expect.element(button("Create")).toBeEnabled();
    await button("Create").click();
    await expect.poll(() => asked().length).toBe(times);
  };
  await create.click();
  await expect.element(button("Create")).toBeVisible();
  await back();
  await reachWallet(1);
  await back();
  await reachWallet(2);
  asked()[1]?.confirm({ signature });
  await server.called(routes.factory.submitCreation);
  server.answer(
    creationInState("confirmed"),
    on(routes.identity.signIn, { localUser: { ...person, tokens: [{ tokenId: preparedCreation.tokenId, mint }] } }),
  );
  await button("Open your chat").click();
  await expect.poll(() => screen.window.location.pathname).toBe(`/chat/${mint}`);
  screen.window.history.back();
  await expect.poll(() => screen.window.location.pathname).toBe("/");
  await closed();
});

it("keeps a creation through each step offline, and completes it once online", async () => {
  const server = creationServer();
  const screen = await openScreen("/", { server, as: person, ...looks });
  const { button, create, firstBuy } = inHand(screen);
  const offline = screen.getByText(/^You're offline\. We'll refresh when you reconnect\./);
  await create.click();
  await firstBuy.fill("7");
  await expect.element(button("Create")).toBeEnabled();
  // The form keeps its input, and a press says that nothing was paid.
  screen.goOffline();
  await button("Create").click();
  await expect.element(screen.getByText("Nothing was signed and nothing was paid.")).toBeVisible();
  await expect.element(offline).toBeVisible();
  await expectAccessible(screen);
  screen.goOnline();
  await button("OK").click();
  await expect.element(firstBuy).toHaveValue("7");
  await button("Create").click();
  // The wallet's dialog stays open and waits for the connection.
  const asked = await server.wallet.requested("signTransaction");
  screen.goOffline();
  await expect.element(offline).toBeVisible();
  await expect.element(screen.getByTitle("Confirm in your wallet")).toBeVisible();
  // What is signed is kept, and handed in once online.
  asked.confirm({ signature });
  await expect.element(screen.getByText(/^Processing/)).toBeVisible();
  expect(server.callsOf(routes.factory.submitCreation)).toEqual([]);
  await screen.reload();
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await expect.element(offline).toBeVisible();
  await expectAccessible(screen);
  // The answer to the signature is lost: the same is handed in again.
  server.answer(on(routes.factory.submitCreation, unreachable));
  screen.goOnline();
  await server.called(routes.factory.submitCreation);
  server.answer(on(routes.factory.submitCreation, { signature }), creationInState("confirmed"));
  await expect.element(screen.getByText("Completed")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Your Tribe is live. Say hello." })).toHaveFocus();
  expect(new Set(server.callsOf(routes.factory.submitCreation).map(({ body }) => body.signature))).toEqual(
    new Set([signature]),
  );
  expect(server.callsOf(routes.factory.prepareCreation)).toHaveLength(1);
});
