import { expect, it } from "vitest";
import { settled } from "./checks/look.ts";
import { lena, lenasTribe, linesOfJonas, mara, roomAnswer, roomServer, said } from "./fixtures/rooms.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, seats } from "./fixtures/tribes.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// How much of a phone the messages have: the ring and the pinned message make room for somebody who reads.

const path = `/chat/${lenasTribe.mint}`;
const lines = linesOfJonas(40);
const pinned = said(41, "**Friday** at nine, bring ||the cat||", lena);
const all = [...lines, pinned];
/** With all seats taken: with few of them they are a strip from the beginning. */
const full = aTribe({ name: "Lena Ash", symbol: "LEN", subscribeState: "active", seatHoldings: [...seats(12)] });
const serverOf = () =>
  roomServer(mara, all, {}, ...tribeAnswers(full, { messages: all }), roomAnswer(mara, all, { pinned }));
const phone = { size: sizes.phone, hasTouch: true } as const;
/** What the system's bars take of such a phone, beyond the composer's own margin below. */
const systemBars = 47 + 34 - 12;

const stageOf = (screen: Screen) => {
  const scroller = (): HTMLElement => {
    const found = screen.window.document.querySelector<HTMLElement>("[data-virtuoso-scroller]");
    if (!found) throw new Error("the chat has no list");
    return found;
  };
  return {
    fold: screen.getByRole("button", { name: "Fold the seats" }),
    unfold: screen.getByRole("button", { name: "Show the seats" }),
    pin: screen.getByRole("button", { name: /^Pinned message of Lena Ash/ }),
    messagesHeight: () => chatOf(screen).log.element().clientHeight,
    /** Scrolls as a finger does, in steps. */
    scrollUp: async (by: number): Promise<void> => {
      for (let step = 0; step < 4; step += 1) {
        scroller().scrollTop -= by / 4;
        await new Promise((resolve) => screen.window.requestAnimationFrame(resolve));
      }
    },
  };
};

it("gives a phone's messages the height once somebody reads, without moving them, and shows the seats again by hand", async () => {
  const screen = await openScreen(path, { server: serverOf(), as: mara, ...phone });
  const { row } = chatOf(screen);
  const { fold, unfold, pin, messagesHeight, scrollUp } = stageOf(screen);
  await expect.element(row("Friday")).toBeVisible();
  await expect.element(fold).toBeVisible();
  await settled(screen);
  const before = messagesHeight();
  await expect.poll(() => pin.element().getBoundingClientRect().height).toBeLessThanOrEqual(36);
  await scrollUp(400);
  await expect.element(unfold).toBeVisible();
  await settled(screen);
  await expect.element(pin).toHaveTextContent("Friday at nine, bring (spoiler)");
  expect(messagesHeight()).toBeGreaterThan(before + 150);
  expect(messagesHeight() - systemBars).toBeGreaterThanOrEqual(560);
  const place = row("Line 36").element().getBoundingClientRect().top;
  await unfold.click();
  await expect.element(fold).toBeVisible();
  await settled(screen);
  expect(Math.abs(row("Line 36").element().getBoundingClientRect().top - place)).toBeLessThanOrEqual(2);
});

it("folds while the message that is read keeps its place", async () => {
  const screen = await openScreen(path, { server: serverOf(), as: mara, ...phone });
  const { row, field } = chatOf(screen);
  const { unfold, fold } = stageOf(screen);
  await expect.element(row("Friday")).toBeVisible();
  await expect.element(fold).toBeVisible();
  await settled(screen);
  const place = row("Friday").element().getBoundingClientRect().top;
  await field.click();
  await expect.element(unfold).toBeVisible();
  await settled(screen);
  expect(Math.abs(row("Friday").element().getBoundingClientRect().top - place)).toBeLessThanOrEqual(2);
});

it("has six lines of chat and more above a keyboard", async () => {
  const screen = await openScreen(path, { server: serverOf(), as: mara, ...phone });
  const { row, field } = chatOf(screen);
  const { messagesHeight } = stageOf(screen);
  await expect.element(row("Friday")).toBeVisible();
  field.element().focus();
  const { visualViewport, innerHeight } = screen.window;
  if (!visualViewport) throw new Error("the window has no visual viewport");
  Object.defineProperty(visualViewport, "height", { value: innerHeight - 336, configurable: true });
  visualViewport.dispatchEvent(new screen.window.Event("resize"));
  await field.fill("On my way");
  await settled(screen);
  const line = Number.parseFloat(
    screen.window.getComputedStyle(row("Friday").getByText("Friday").element()).lineHeight,
  );
  expect(messagesHeight() - 47).toBeGreaterThanOrEqual(6 * line);
});
