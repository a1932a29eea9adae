import { apiErrors, lamports, routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aPageOf, aSubscriber, messages } from "./fixtures/chats.ts";
import { aPerson, aUser } from "./fixtures/people.ts";
import { before, days, minutes } from "./fixtures/time.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, seats, tokens } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

it("says after a sale below the threshold that the seat was given up, and offers the purchase that brings it back", async () => {
  const tribe = aTribe({
    name: "Ida",
    subscribeState: "expired",
    seatHoldings: [...seats(2)],
    seatLostAt: before(2 * minutes),
    seatLoss: { code: "seat.below_minimum", tokensToReturn: tokens(3), gaveUp: { seat: 3 } },
  });
  const server = scriptedServer(...tribeAnswers(tribe));
  server.answerNode(walletOnChain({ balance: sol(3), holdings: new Map([[tribe.mint, tokens(7)]]) }));
  const screen = await openScreen(`/chat/${tribe.mint}`, { server, as: aPerson() });
  await expect.element(screen.getByText("You left", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "You gave up seat 3", exact: true })).toBeVisible();
  await expectAccessible(screen);
  await screen.getByRole("button", { name: /^Come back · 3 IDA ≈ / }).click();
  await expect.element(screen.getByRole("textbox", { name: "Amount" })).toHaveValue("3");
});

it("joins by the join dialog, lists the members, and shows a member's profile", async () => {
  const me = aPerson();
  const tribe = aTribe({ name: "Ida", seatHoldings: [] });
  let loseMessages = (): void => undefined;
  const lost = new Promise<void>((resolve) => (loseMessages = resolve));
  const chief = aSubscriber({ displayName: "Ida", uid: tribe.creatorUid, state: "chief" });
  const joined = aTribe({ ...tribe, subscribeState: "active", seatHoldings: [tokens(12)], memberCount: 1 });
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.chat.join, () => {
      const member = aSubscriber({ displayName: me.displayName, uid: me.uid, holding: tokens(12) });
      server.answer(
        ...tribeAnswers(joined, { subscribers: [chief, member] }),
        on(routes.chat.messages, () => lost.then(() => fails("internal"))),
      );
      return { state: "active" as const };
    }),
  );
  server.answerNode(walletOnChain({ holdings: new Map([[tribe.mint, tokens(12)]]) }));
  const screen = await openScreen(`/chat/${tribe.mint}`, { server, as: me });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  const dialog = screen.getByRole("dialog");
  await button("Join").click();
  await expect.element(button("Join chat")).toBeVisible();
  await expectAccessible(screen);
  await button("Join chat").click();
  await expect.element(dialog.getByRole("heading", { name: "You're in. Seat 1 of 12" })).toHaveFocus();
  await expect.element(dialog.getByText("You sit next to Ida", { exact: true })).toBeVisible();
  await expectAccessible(screen);
  await button("Say hello").click();
  await expect.element(screen.getByRole("status", { name: "Loading messages" })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expectAccessible(screen);
  loseMessages();
  await expect.element(button("Try again")).toBeVisible();
  await expect.element(screen.getByText(apiErrors.internal.message)).toBeVisible();
  await expectAccessible(screen);
  const field = screen.getByRole("textbox", { name: "Message", exact: true });
  const form = field.element().closest("form");
  expect(form?.getBoundingClientRect().bottom).toBeLessThanOrEqual(screen.window.innerHeight);
  server.answer(on(routes.chat.messages, aPageOf(messages(2, { mint: tribe.mint }))));
  await button("Try again").click();
  await expect.element(button("Try again")).not.toBeInTheDocument();
  await expect.element(screen.getByText("Message 2")).toBeVisible();

  await screen.getByRole("link", { name: /^Members/ }).click();
  await expect.element(screen.getByRole("main").getByRole("link", { name: /Ida/ })).toBeVisible();
  await expectAccessible(screen);
  await screen.getByRole("link", { name: "Chat", exact: true }).click();
  await button("Members").click();
  await expect.element(dialog.getByText("1 of 12 seats are taken.")).toBeVisible();
  await expectAccessible(screen);
  let answerProfile = (): void => undefined;
  const held = new Promise<void>((resolve) => (answerProfile = resolve));
  const user = aUser({ displayName: "Ida" });
  server.answer(
    on(routes.market.standing, { since: before(30 * days), seats: [], holdings: [], count: 0, value: lamports(0n) }),
    on(routes.identity.userProfile, () => held.then(() => ({ user, tokens: [] }))),
  );
  await dialog.getByRole("link", { name: /Ida/ }).click();
  await expect.poll(() => screen.window.location.pathname).toBe(`/user/${chief.address}`);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole("status", { name: "Loading the profile" })).toBeVisible();
  await expectAccessible(screen);
  answerProfile();
  await expect.element(screen.getByRole("main").getByRole("heading", { name: "Ida" })).toBeVisible();
  await expectAccessible(screen);
});
