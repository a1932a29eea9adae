import { expect, it } from "vitest";
import { commands, userEvent } from "vitest/browser";
import { settled } from "./checks/look.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { subscribersOf } from "./fixtures/chats.ts";
import { aPerson } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe } from "./fixtures/tribes.ts";
import { walletAnswers } from "./fixtures/wallet-answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { holdTimers } from "./support/hold-timers.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// What appears above the page for a few seconds.

const noticeOf = ({ window }: Screen) => window.document.querySelector<HTMLElement>("[data-sonner-toast]");
const copies = async (screen: Screen, within: "main" | "complementary"): Promise<HTMLElement> => {
  await commands.allowClipboard();
  await screen.getByRole(within).getByRole("button", { name: /^Copy/ }).first().click();
  await expect.poll(() => noticeOf(screen)).not.toBeNull();
  await settled(screen);
  const notice = noticeOf(screen);
  if (!notice) throw new Error("the notice has gone");
  return notice;
};

it("lets Tab leave a notice", async () => {
  const server = scriptedServer(...walletAnswers);
  server.answerNode(walletOnChain({ balance: sol(3) }));
  const screen = await openScreen("/wallet", { server, as: aPerson(), size: sizes.desktop });
  // It would go after five seconds, which a busy machine may need for the next step.
  holdTimers(screen.window, 5_000);
  const notice = await copies(screen, "main");
  const focused = () => screen.window.document.activeElement;
  // The last focusable element of the page before the notices.
  notice.focus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  const last = focused();
  expect(notice.contains(last)).toBe(false);
  await userEvent.keyboard("{Tab}");
  expect(notice.contains(focused())).toBe(true);
  await userEvent.keyboard("{Tab}");
  expect(notice.contains(focused())).toBe(false);
  expect(focused()).not.toBe(last);
});

it("shows a notice below a Tribe's seats, so that it covers none of them", async () => {
  const tribe = aTribe({ name: "Ida", subscribeState: "active" });
  const server = scriptedServer(...tribeAnswers(tribe, { subscribers: subscribersOf(tribe) }));
  const screen = await openScreen(`/token/${tribe.mint}`, { server, as: aPerson(), size: sizes.desktop });
  await expect.element(screen.getByRole("button", { name: /^Member 1, seat 1/ })).toBeVisible();
  holdTimers(screen.window, 5_000);
  await screen.getByRole("tab", { name: "About" }).click();
  const notice = await copies(screen, "complementary");
  const top = () => notice.getBoundingClientRect().top;
  const covered = () =>
    [...screen.window.document.querySelectorAll("[data-seat]")].filter(
      (seat) => seat.getBoundingClientRect().bottom > top(),
    ).length;
  expect(screen.window.document.querySelectorAll("[data-seat]").length).toBeGreaterThan(0);
  await expect.poll(covered).toBe(0);
});
