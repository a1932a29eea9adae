import { expect, it } from "vitest";
import { jonas, lenasTribe, linesOfJonas, mara, roomServer, said } from "./fixtures/rooms.ts";
import { chatOf, swipe } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// What a finger does with a message.

const { mint } = lenasTribe;
const path = `/chat/${mint}`;
const phone = { size: sizes.smallPhone, hasTouch: true } as const;
const deletion = { text: "", deletedAt: 5, deletedBy: "author" } as const;

it("answers a message that a finger moves to the left far enough, and no other", async () => {
  const all = [...linesOfJonas(3), said(4, "", jonas, deletion)];
  const screen = await openScreen(path, { server: roomServer(mara, all), as: mara, ...phone });
  const { row, field, button } = chatOf(screen);
  const bar = screen.getByText("Reply to", { exact: true });
  await expect.element(row("Line 3")).toBeVisible();
  // Too short; to the other side; a message that is gone.
  swipe(screen, row("Line 3").element(), [200, 180, 160, 150]);
  swipe(screen, row("Line 3").element(), [100, 110, 115]);
  swipe(screen, row("deleted message").element(), [250, 220, 180, 140]);
  await expect.element(bar).not.toBeInTheDocument();
  expect(row("Line 3").element().getAttribute("style") ?? "").not.toContain("translate");
  swipe(screen, row("Line 2").element(), [250, 230, 200, 170, 150]);
  await expect.element(bar).toBeVisible();
  await expect.element(screen.getByText("Line 2 in three lines of text").last()).toBeVisible();
  await expect.poll(() => screen.window.document.activeElement).toBe(field.element());
  await button("Don't reply").click();
  // Up and down first is scrolling, however far the finger goes aside then.
  const target = row("Line 3").element();
  const touch = (type: string, x: number, y: number) => {
    const finger = new screen.window.Touch({ identifier: 1, target, clientX: x, clientY: y });
    const touches = type === "touchend" ? [] : [finger];
    target.dispatchEvent(new screen.window.TouchEvent(type, { bubbles: true, touches, changedTouches: [finger] }));
  };
  touch("touchstart", 250, 400);
  touch("touchmove", 245, 370);
  touch("touchmove", 150, 360);
  touch("touchend", 100, 360);
  await expect.element(bar).not.toBeInTheDocument();
});
