import { apiErrors, routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

const tribes = ["Mara", "Otto", "Ida"].map((name) => aTribe({ name }));
const list = { tokens: tribes.map((tribe) => lineOf(tribe)), total: tribes.length, nextCursor: null };
const empty = { tokens: [], total: 0, nextCursor: null };

it("lists the Tribes to a visitor", async () => {
  const screen = await openScreen("/", { server: scriptedServer(on(routes.market.list, list)) });
  await expect.element(screen.getByRole("link", { name: /Otto/ }).first()).toBeVisible();
});

it("invites a visitor to create the first Tribe", async () => {
  const screen = await openScreen("/", { server: scriptedServer(on(routes.market.list, empty)) });
  await expect.element(screen.getByText("There are no Tribes yet.")).toBeVisible();
});

it("says why the list can't be shown, and shows it once the server answers", async () => {
  const server = scriptedServer(on(routes.market.list, fails("forbidden")));
  const screen = await openScreen("/", { server });
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.element(screen.getByText(apiErrors.forbidden.message)).toBeVisible();
  server.answer(on(routes.market.list, empty));
  screen.goOffline();
  screen.goOnline();
  await expect.element(screen.getByText("There are no Tribes yet.")).toBeVisible();
});
