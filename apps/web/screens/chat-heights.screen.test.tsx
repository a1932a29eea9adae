import { expect, it } from "vitest";
import { settled } from "./checks/look.ts";
import { lena, lenasTribe, linesOfJonas, mara, roomAnswer, roomServer, said } from "./fixtures/rooms.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, seats } from "./fixtures/tribes.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

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
it("has six lines of chat and more above a keyboard", async () => {
  const screen = await openScreen(path, { server: serverOf(), as: mara, ...phone });
  const { row, field, log } = chatOf(screen);
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
  expect(log.element().clientHeight - 47).toBeGreaterThanOrEqual(6 * line);
});
