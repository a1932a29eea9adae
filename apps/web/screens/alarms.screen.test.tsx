import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { aPerson } from "./fixtures/people.ts";
import { atRisk, atRiskServer } from "./fixtures/trading.ts";
import { tokens } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// Alarms about a seat and a price, and what keeps a seat. Who is told when: modules/notifications/alarms.test.ts.

const { mint } = atRisk;
const person = aPerson();
const amountOf = (screen: Screen) => screen.getByRole("textbox", { name: "Amount" });
const spare = { spare: tokens(5), priceAbove: null, priceBelow: null };

it("opens what keeps the seat from an alarm, with the amount that it takes, once", async () => {
  const server = atRiskServer();
  server.answer(on(routes.notifications.alarms, { alarms: [{ mint, alarm: spare }] }));
  const screen = await openScreen(`/token/${mint}?stay=1`, { server, as: person });
  // A fifth more than the alarm's five above Cleo's fifteen.
  await expect.element(amountOf(screen)).toHaveValue("6");
  await expect.element(screen.getByText(/You'd have 6 .* to spare/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Next" })).toBeEnabled();
  expect(screen.window.location.search).toBe("");
  expect(server.callsOf(routes.factory.prepareTrade)).toEqual([]);
});

it("says in the room that a seat is at risk, and fills in what makes it last", async () => {
  const screen = await openScreen(`/chat/${mint}`, { server: atRiskServer(), as: person, size: sizes.smallPhone });
  const risk = screen.getByRole("region", { name: "Your seat is at risk" });
  await expect.element(risk.getByText(/waits with 15 .*You have <0\.0001 .* to spare\.$/)).toBeVisible();
  await risk.getByRole("button", { name: "Top up" }).click();
  await expect.element(amountOf(screen)).toHaveValue("3");
  await screen.getByRole("button", { name: "Close" }).click();
  await risk.getByRole("button", { name: "Hide" }).click();
  await expect.element(risk).not.toBeInTheDocument();
});

it("sets the usual alarm with one press, and turns it off with another", async () => {
  const server = atRiskServer();
  server.answer(on(routes.notifications.saveAlarm, ({ body }) => ({ alarm: body.alarm })));
  const screen = await openScreen(`/token/${mint}`, { server, as: person, size: sizes.smallPhone });
  const open = async () => {
    await screen.getByRole("button", { name: "More" }).click();
    await screen.getByRole("button", { name: "Alarms" }).click();
  };
  const saved = () => server.callsOf(routes.notifications.saveAlarm).map(({ body }) => body);
  await open();
  await expect.element(screen.getByRole("textbox", { name: "My seat has less to spare than" })).toHaveValue("2");
  await expectAccessible(screen);
  await screen.getByRole("button", { name: "Set alarm" }).click();
  await expect.element(screen.getByText("Alarm set")).toBeVisible();
  expect(saved()).toEqual([{ mint, alarm: { ...spare, spare: tokens(2) } }]);
  await open();
  await screen.getByRole("button", { name: "Turn off" }).click();
  await expect.element(screen.getByText("Alarm turned off")).toBeVisible();
  expect(saved().at(-1)).toEqual({ mint, alarm: null });
});
