import { routes } from "@tribe/contract";
import { pageTexts, texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { aPerson } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

const tribe = aTribe({ name: "Ida" });
const list = { tokens: [lineOf(tribe)], total: 1, nextCursor: null };

it("shows inside the page that a script failed to load, and continues when it can be loaded", async () => {
  const server = scriptedServer(...tribeAnswers(tribe), on(routes.market.list, list));
  const mend = server.parts.lose("WalletPage");
  const screen = await openScreen("/", { server });
  await expect.element(screen.getByRole("link", { name: /Ida/ }).first()).toBeVisible();
  await screen.getByRole("link", { name: "Wallet" }).click();
  await expect.element(screen.getByRole("heading", { name: "This page didn't load" })).toBeVisible();
  // The rest of the page stays usable.
  await expect.element(screen.getByRole("link", { name: "Home" })).toBeVisible();
  await expectAccessible(screen);
  mend();
  await screen.getByRole("button", { name: "Reload" }).click();
  await expect.element(screen.getByText("Your wallet is one sign-in away", { exact: true })).toBeVisible();
});

it("says that something unexpected happened when a press handler throws, and reports it to the server without secrets", async () => {
  const server = scriptedServer();
  server.allowFault("Broken for");
  const screen = await openScreen("/you", { server, as: aPerson() });
  const heading = screen.getByRole("heading", { name: "You", exact: true });
  await expect.element(heading).toBeVisible();
  expect(server.callsOf(routes.system.log)).toEqual([]);
  const { document, Promise: InsidePromise, Error: InsideError } = screen.window;
  document.addEventListener("click", () => InsidePromise.reject(new InsideError("Broken for mara@example.com")), {
    once: true,
  });
  await heading.click();
  await expect.element(screen.getByText(texts.unexpectedError)).toBeVisible();
  await expect.element(screen.getByText(pageTexts.nothingLost)).toBeVisible();
  const { body } = await server.called(routes.system.log);
  expect(body).toMatchObject({ level: "error", message: "Error: Broken for …", context: { path: "/you" } });
  expect(JSON.stringify(server.callsOf(routes.system.log))).not.toContain("mara@example.com");
});

it("can be scrolled by keyboard while a page loads", async () => {
  const pages = [
    "wallet",
    "notifications",
    "notifications/settings",
    "earnings",
    "you",
    `user/${tribe.creatorAddress}`,
  ];
  for (const path of pages) {
    const server = scriptedServer();
    server.hang();
    const screen = await openScreen(`/${path}`, { server, as: aPerson() });
    const isDrawn = () => screen.window.document.querySelector("main [role=status], main h1") !== null;
    await expect.poll(isDrawn).toBe(true);
    await expectAccessible(screen);
    screen.close();
  }
});
