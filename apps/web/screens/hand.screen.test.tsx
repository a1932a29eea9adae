import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { shortcuts } from "../src/shared/hand/shortcuts.ts";
import { expectAccessible } from "./checks/accessible.ts";
import { expectNoShift } from "./checks/layout.ts";
import { aConfig } from "./fixtures/everyday.ts";
import { aPerson } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

it("has no layout shift when the server answers that a signed-in person has no seat", async () => {
  const tribe = aTribe({ name: "Ida", seatHoldings: [] });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = scriptedServer(...tribeAnswers(tribe));
  server.answer(on(routes.market.profile, () => released.then(() => tribe)));
  const screen = await openScreen(`/chat/${tribe.mint}`, {
    server,
    as: aPerson({ displayName: "Otto" }),
    size: sizes.smallPhone,
    colorScheme: "light",
    // As the server writes it: a visitor's view of the Tribe, which says nothing of the person's seat.
    firstData: { config: aConfig(), token: tribe },
  });
  await expect.element(screen.getByRole("status", { name: "Loading the chat" })).toBeInTheDocument();
  await server.called(routes.market.profile);
  release();
  await expect.element(screen.getByText("12 seats are free")).toBeVisible();
  await expectNoShift(screen);
});

it("navigates by keyboard shortcuts on a desktop, lists them on '?', and ignores them in text fields", async () => {
  const empty = { tokens: [], total: 0, nextCursor: null };
  const server = scriptedServer(on(routes.market.list, empty), on(routes.identity.searchPeople, { people: [] }));
  const screen = await openScreen("/you", { server, size: sizes.desktop });
  const pathOf = () => screen.window.location.pathname;
  const list = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  screen.window.focus();
  // The shortcuts work once the page has loaded.
  await expect
    .poll(async () => {
      await userEvent.keyboard("?");
      return list.query() !== null;
    })
    .toBe(true);
  await expect.element(list.getByText(shortcuts.wallet.label)).toBeVisible();
  await expectAccessible(screen);
  // While the list is open the other shortcuts are off.
  await userEvent.keyboard("gw");
  await userEvent.keyboard("{Escape}");
  await expect.element(list).not.toBeInTheDocument();
  expect(pathOf()).toBe("/you");

  // The two keys of a shortcut must come within a second: press them again when a busy machine was too slow.
  await expect
    .poll(async () => {
      await userEvent.keyboard("gt");
      return pathOf();
    })
    .toBe("/tribes");
  await expect.poll(() => screen.window.document.title).toBe("My Tribes · Tribe");
  await userEvent.keyboard("/");
  await expect.poll(pathOf).toBe("/");
  await expect.poll(() => screen.window.document.activeElement?.getAttribute("type")).toBe("search");
  await userEvent.keyboard("g w?n");
  await expect.element(screen.getByRole("searchbox")).toHaveValue("g w?n");
  // The search is in the address, and Home is still the current page.
  await expect.poll(() => new URLSearchParams(screen.window.location.search).has("q")).toBe(true);
  await expect.element(screen.getByRole("link", { name: "Home", exact: true })).toHaveAttribute("aria-current", "page");
  expect(pathOf()).toBe("/");
  expect(screen.getByRole("dialog").elements()).toEqual([]);
});
