import { apiErrors, routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectMainAction } from "./checks/layout.ts";
import { aTribe, lineOf, seats } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { chatActionStates } from "./states/chatActions.states.ts";
import { homeStates } from "./states/home.states.ts";
import { tribeStates } from "./states/tribe.states.ts";
import { openScreen, openState, sizes } from "./support/open-screen.ts";

const empty = { tokens: [], total: 0, nextCursor: null };

it("lists the Tribes to a visitor", async () => {
  const screen = await openState(homeStates.visitor);
  await expect.element(screen.getByRole("link", { name: /Otto/ }).first()).toBeVisible();
});

it("has room for the hint of its search on the smallest phone", async () => {
  const screen = await openState(homeStates.visitor, { size: sizes.smallPhone });
  const field = screen.getByRole("searchbox", { name: "Search Tribes and people" });
  await expect.element(field).toBeVisible();
  const input = field.element();
  const { placeholder } = input as HTMLInputElement; // what the role says
  const style = screen.window.getComputedStyle(input);
  const drawing = screen.window.document.createElement("canvas").getContext("2d");
  if (!drawing) throw new Error("no canvas");
  drawing.font = style.font;
  const room = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
  expect(drawing.measureText(placeholder).width).toBeLessThan(room);
});

it("invites a visitor to create the first Tribe", async () => {
  const screen = await openState(homeStates.empty);
  await expect.element(screen.getByText("There are no Tribes yet.")).toBeVisible();
});

it("says why the list can't be shown, and shows it once the server answers", async () => {
  const server = homeStates.failing.server();
  const screen = await openState(homeStates.failing, { server });
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.element(screen.getByText(apiErrors.forbidden.message)).toBeVisible();
  server.answer(on(routes.market.list, empty));
  screen.goOffline();
  screen.goOnline();
  await expect.element(screen.getByText("There are no Tribes yet.")).toBeVisible();
});

it("draws the ring of seats around a Tribe's picture, also where an svg without a size is as large as its parent", async () => {
  const screen = await openState(homeStates.visitor);
  const link = screen.getByRole("link", { name: /Otto/ }).first();
  await expect.element(link).toBeVisible();
  // What WebKit does, below every class of ours.
  const { document } = screen.window;
  const style = document.createElement("style");
  style.textContent = "@layer base { svg:not([width]) { width: 100%; height: 100%; } }";
  document.head.append(style);
  const ring = link.element().querySelector("svg:has(rect[pathLength])");
  const picture = ring?.previousElementSibling?.getBoundingClientRect();
  const { x = 0, y = 0, width = 0, height = 0 } = picture ?? {};
  expect(width).toBeGreaterThan(0);
  expect(ring?.getBoundingClientRect()).toMatchObject({ x: x - 4, y: y - 4, width: width + 8, height: height + 8 });
});

it("tells a visitor of the fullest Tribe that talks, and a Chief the way into their own", async () => {
  const [quiet, talking] = [
    aTribe({ name: "Ada", seatHoldings: [...seats(12)] }),
    aTribe({ name: "Kai", seatHoldings: [...seats(9)] }),
  ];
  const visit = await openScreen("/", {
    server: scriptedServer(
      on(routes.market.list, {
        tokens: [lineOf(quiet), lineOf(talking, { isTalking: true })],
        ...{ total: 2, nextCursor: null },
      }),
      on(routes.chat.subscribers, { subscribers: [] }),
    ),
  });
  await expect.element(visit.getByRole("button", { name: /Kai.*9 of 12, talking now/ })).toBeVisible();
  visit.close();
  const screen = await openState(homeStates.chief);
  await expectMainAction(screen, "Open Studio Mara");
});

it("offers a Chief to go live beside their members, and as no main thing a trade, as they need no seat", async () => {
  const screen = await openState(chatActionStates.chiefsMembers);
  await expectMainAction(screen, "Go live");
  await expect.element(screen.getByRole("button", { name: "Buy", exact: true })).not.toBeInTheDocument();
  screen.close();
  const market = await openState(tribeStates.chief);
  await expect.element(market.getByRole("button", { name: "Buy", exact: true })).toBeVisible();
  await expectMainAction(market, null);
});
