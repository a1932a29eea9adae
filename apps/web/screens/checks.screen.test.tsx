import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible, expectAccessibleInBothLooks } from "./checks/accessible.ts";
import {
  expectLargeTargets,
  expectMainAction,
  expectNoShift,
  expectNothingCut,
  expectOneMainAction,
  forgetShifts,
} from "./checks/layout.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, type ScreenOptions, sizes } from "./support/open-screen.ts";

const tribe = aTribe({ name: "Ida" });

const openHome = async (options: Partial<ScreenOptions> = {}): Promise<Screen> => {
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.market.list, { tokens: [lineOf(tribe)], total: 1, nextCursor: null }),
  );
  const screen = await openScreen("/", { server, size: sizes.smallPhone, ...options });
  await expect.element(screen.getByRole("link", { name: /Ida/ }).first()).toBeVisible();
  return screen;
};

/** Puts markup into the page, as a careless change of the product would. */
const insert = (screen: Screen, markup: string, where: InsertPosition = "beforeend"): void =>
  screen.window.document.querySelector("main")?.insertAdjacentHTML(where, markup);

it("finds no fault on Home", async () => {
  const screen = await openHome({ hasTouch: true });
  await expectAccessibleInBothLooks(screen);
  await expectNoShift(screen);
  await expectNothingCut(screen);
  await expectLargeTargets(screen);
  await expectOneMainAction(screen);
});

it("finds no cut text on Home at twice the text size, which is twice as large indeed", async () => {
  const sizeOf = (screen: Screen) => screen.window.getComputedStyle(screen.getByRole("main").element()).fontSize;
  const normal = await openHome();
  const size = Number.parseFloat(sizeOf(normal));
  normal.close();
  const screen = await openHome({ isTextDoubled: true });
  expect(Number.parseFloat(sizeOf(screen))).toBe(2 * size);
  await expectNothingCut(screen);
});

it("finds a control without a name", async () => {
  const screen = await openHome();
  insert(screen, "<button></button>");
  await expect(expectAccessible(screen)).rejects.toThrow("button-name");
});

it("finds a text without contrast in the light look alone", async () => {
  const screen = await openHome();
  insert(screen, `<p style="position: relative; color: #fff; background: light-dark(#eee, #000)">Pale</p>`);
  screen.window.document.documentElement.style.colorScheme = "light dark";
  await expectAccessible(screen);
  await expect(expectAccessibleInBothLooks(screen)).rejects.toThrow("color-contrast");
});

it("finds what moves after it was drawn", async () => {
  const screen = await openHome();
  await forgetShifts(screen);
  await expectNoShift(screen);
  insert(screen, `<div style="height: 200px"></div>`, "afterbegin");
  await expect(expectNoShift(screen)).rejects.toThrow("BUTTON Create your Tribe");
});

it("finds a cut figure, what overflows the screen, and a name that turns what is beside it", async () => {
  const screen = await openHome();
  insert(
    screen,
    `<p style="width: 3em; overflow: hidden; white-space: nowrap">1,234,567 SOL</p>
    <div style="position: relative; left: 200px; width: 300px; height: 1px"><p>far away</p></div>
    <p>3 seats of נועה</p>`,
  );
  const found = expect(expectNothingCut(screen)).rejects;
  await found.toThrow(/1,234,567 SOL.*far away.*3 seats of/s);
});

it("finds a control that is too small for a finger", async () => {
  const screen = await openHome({ hasTouch: true });
  insert(screen, `<button style="position: fixed; top: 300px; left: 100px; width: 20px; height: 20px">x</button>`);
  await expect(expectLargeTargets(screen)).rejects.toThrow("x (20×20)");
});

it("finds a second main action", async () => {
  const screen = await openHome();
  await expectMainAction(screen, "Sign in with e-mail");
  insert(
    screen,
    `<button style="position: fixed; top: 300px; background: var(--tribe-ember)">Another</button>`,
    "afterbegin",
  );
  await expect(expectOneMainAction(screen)).rejects.toThrow("Another, Sign in with e-mail");
});
