import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import type { Locator } from "vitest/browser";
import { smallFields } from "./checks/in-page/small-fields.ts";
import { tooWide } from "./checks/in-page/too-wide.ts";
import { expectNothingCut } from "./checks/layout.ts";
import { expectNone, lookIn, settled } from "./checks/look.ts";
import { aPerson } from "./fixtures/people.ts";
import { lenasTribe, linesOfJonas, mara, roomServer, takeMessages } from "./fixtures/rooms.ts";
import { memberServer, memberTribe } from "./fixtures/trading.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { stateOf } from "./states/all-states.ts";
import { mediaStates } from "./states/media.states.ts";
import { asPhone } from "./support/browsers.ts";
import { chatOf, longPress } from "./support/chat.ts";
import { holdTimers } from "./support/hold-timers.ts";
import { openScreen, openState, type Screen, sizes } from "./support/open-screen.ts";

// What a phone does beside a desktop: a keyboard that covers the page, two fingers that zoom, a turn, a pull, a finger that rests.

const phone = { size: sizes.smallPhone, colorScheme: "light", hasTouch: true, browser: asPhone } as const;
const turned = { width: sizes.smallPhone.height, height: sizes.smallPhone.width };
const chat = `/chat/${lenasTribe.mint}`;
const openChat = async (): Promise<Screen> => {
  const server = roomServer(mara, linesOfJonas());
  takeMessages(server, mara, 12);
  const screen = await openScreen(chat, { server, as: mara, ...phone });
  await expect.element(chatOf(screen).row("Line 12")).toBeVisible();
  return screen;
};
const openBuy = async (): Promise<Screen> => {
  const screen = await openScreen(`/token/${memberTribe.mint}`, { server: memberServer(), as: aPerson(), ...phone });
  await screen.getByRole("button", { name: "Buy", exact: true }).click();
  await expect.element(amountOf(screen)).toBeVisible();
  return screen;
};
const amountOf = (screen: Screen) => screen.getByRole("textbox", { name: "Amount" });
const bottomOf = (what: Locator) => what.element().getBoundingClientRect().bottom;

/** What Safari tells of the part of the page that is seen, when a keyboard is over it or two fingers have zoomed. */
const see = (
  { window }: Screen,
  { covered = 0, scale = 1, offsetTop = 0 }: { covered?: number; scale?: number; offsetTop?: number },
): void => {
  const { visualViewport } = window;
  if (!visualViewport) throw new Error("the window has no visual viewport");
  const values = { height: (window.innerHeight - covered) / scale, scale, offsetTop };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(visualViewport, name, { value, configurable: true });
  for (const type of ["resize", "scroll"]) visualViewport.dispatchEvent(new window.Event(type));
};

it("keeps the amount and the next step of a purchase above a keyboard that covers the page", async () => {
  const screen = await openBuy();
  await amountOf(screen).fill("1.5");
  const limit = screen.window.innerHeight - 300;
  const next = screen.getByRole("button", { name: "Next", exact: true });
  expect(bottomOf(next)).toBeGreaterThan(limit);
  see(screen, { covered: 300 });
  await expect.poll(() => bottomOf(screen.getByRole("dialog"))).toBeLessThanOrEqual(limit);
  await expect.poll(() => bottomOf(amountOf(screen))).toBeLessThanOrEqual(limit);
  next.element().scrollIntoView({ block: "nearest" });
  await expect.poll(() => bottomOf(next)).toBeLessThanOrEqual(limit);
  await expect.element(amountOf(screen)).toHaveValue("1.5");
  see(screen, {});
  await expect.poll(() => bottomOf(next)).toBeGreaterThan(limit);
});

it("keeps the code's field above the keyboard", async () => {
  const server = scriptedServer(
    on(routes.market.list, { tokens: [], total: 0, nextCursor: null }),
    on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
  );
  const screen = await openScreen("/", { server, ...phone });
  await screen.getByRole("button", { name: "Sign in with e-mail" }).click();
  await screen.getByRole("textbox", { name: "E-mail" }).fill("mara@example.com");
  await screen.getByRole("button", { name: "Send code" }).click();
  const code = screen.getByRole("textbox", { name: "Code" });
  await expect.element(code).toBeVisible();
  see(screen, { covered: 320 });
  await expect.poll(() => bottomOf(code)).toBeLessThanOrEqual(screen.window.innerHeight - 320);
});

it("takes neither a zoom by two fingers nor a bar of the browser for a keyboard", async () => {
  const screen = await openChat();
  const { field } = chatOf(screen);
  const before = bottomOf(field);
  for (const seen of [{ scale: 2 }, { covered: 80 }, { scale: 2, covered: 300 }]) {
    see(screen, seen);
    expect(screen.window.document.documentElement.style.getPropertyValue("--tribe-keyboard")).not.toMatch(/[1-9]/);
    expect(bottomOf(field)).toBe(before);
  }
});

it("scrolls back the page that Safari moves up to show a field, but not one that was zoomed", async () => {
  const screen = await openChat();
  const { window } = screen;
  window.document.body.style.height = "200%";
  window.scrollTo(0, 90);
  see(screen, { scale: 2, offsetTop: 90 });
  expect(window.scrollY).toBe(90);
  see(screen, { covered: 300, offsetTop: 90 });
  expect(window.scrollY).toBe(0);
});

it("lets people zoom by two fingers, and not by a double tap, which likes a message", async () => {
  const screen = await openChat();
  const viewport = screen.window.document.querySelector('meta[name="viewport"]')?.getAttribute("content");
  expect(viewport).toContain("width=device-width");
  expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
  expect(screen.window.getComputedStyle(screen.window.document.documentElement).touchAction).toBe("manipulation");
});

it("keeps what is typed when the phone is turned, and back, in a chat", async () => {
  const screen = await openChat();
  const { field, row } = chatOf(screen);
  await longPress(screen, row("Line 11"), "Message from Jonas Fell");
  await screen.getByRole("dialog").getByRole("button", { name: "Reply" }).click();
  await field.fill("Half a sen");
  for (const size of [turned, sizes.smallPhone]) {
    await screen.resize(size);
    await expect.element(field).toHaveValue("Half a sen");
    await expect.element(screen.getByText("Reply to", { exact: true })).toBeVisible();
    await expect.element(row("Line 12")).toBeInViewport();
    await expect.poll(() => bottomOf(field)).toBeLessThanOrEqual(size.height);
    // The quoted line ends in an ellipsis.
    expectNone(lookIn(screen, tooWide));
  }
});

it("goes on with a voice note when the phone is turned", async () => {
  const screen = await openState(mediaStates.recording, phone);
  const discard = screen.getByRole("button", { name: "Discard voice note" });
  await expect.element(discard).toBeVisible();
  const shown = discard.element();
  await screen.resize(turned);
  await expect.poll(() => screen.window.innerWidth).toBe(turned.width);
  expect(discard.element()).toBe(shown);
});

it("keeps what is typed when the phone is turned, and back, in a dialog, whose button can be reached", async () => {
  const screen = await openBuy();
  await amountOf(screen).fill("1.5");
  const next = screen.getByRole("button", { name: "Next", exact: true });
  for (const size of [turned, sizes.smallPhone]) {
    await screen.resize(size);
    await expect.element(amountOf(screen)).toHaveValue("1.5");
    next.element().scrollIntoView({ block: "nearest" });
    await expect.poll(() => bottomOf(next)).toBeLessThanOrEqual(size.height);
    await expectNothingCut(screen);
  }
});

it("leaves the wallet's frame alone when the phone is turned while it asks", async () => {
  const screen = await openBuy();
  await amountOf(screen).fill("1.5");
  await screen.getByRole("button", { name: "Next", exact: true }).click();
  const frame = screen.getByTitle("Confirm in your wallet");
  await expect.element(frame).toBeVisible();
  const shown = frame.element();
  await screen.resize(turned);
  await expect.poll(() => screen.window.innerWidth).toBe(turned.width);
  await expect.element(frame).toBeVisible();
  expect(frame.element()).toBe(shown);
});

it.each([
  ["a chat", openChat],
  ["a dialog", openBuy],
] as const)("lets no pull reload the page beneath %s", async (_what, open) => {
  const screen = await open();
  const pulled = () => screen.window.getComputedStyle(screen.window.document.documentElement).overscrollBehaviorY;
  expect(pulled()).toBe("none");
});

it("keeps the browser's own menu away from a finger that rests on a message, and takes one that scrolls for no long press", async () => {
  const screen = await openChat();
  const { row, dialog } = chatOf(screen);
  const timers = holdTimers(screen.window, 450);
  const element = row("Line 12").element();
  const at = { bubbles: true, cancelable: true, pointerType: "touch", clientX: 150, clientY: 400 };
  const pointer = (type: string, place: { clientY: number } = at) =>
    element.dispatchEvent(new screen.window.PointerEvent(type, { ...at, ...place }));
  pointer("pointerdown");
  expect(timers.running()).toBe(1);
  pointer("pointermove", { clientY: 380 });
  expect(timers.running()).toBe(0);
  pointer("pointerup");
  pointer("pointerdown");
  expect(pointer("contextmenu")).toBe(false);
  pointer("pointercancel");
  expect(timers.running()).toBe(0);
  expect(dialog.elements()).toEqual([]);
});

it.each([
  "notifications/settingsMore",
  "home/visitor",
  "wallet/send",
  "airdrop/select",
  "chatActions/search",
  "you/editing",
])("has no field that an iPhone zooms into: %s", async (name) => {
  const screen = await openState(stateOf(name), phone);
  await settled(screen);
  expectNone(lookIn(screen, smallFields));
});
