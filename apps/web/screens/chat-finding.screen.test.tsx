import { expect, it } from "vitest";
import { lena, lenasTribe, linesOfJonas, mara, roomServer, said } from "./fixtures/rooms.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// Ways to one message among many.

const { mint } = lenasTribe;
const path = `/chat/${mint}`;
const phone = { size: sizes.smallPhone, hasTouch: true } as const;

it("leads to one unread mention after the other, with the number of those left", async () => {
  const named = (number: number) =>
    said(number, "@Mara Ember, look", lena, {
      mentions: [{ uid: mara.uid, start: 0, length: 11, displayName: "Mara Ember", address: mara.address }],
    });
  const all = [
    ...linesOfJonas(10),
    named(11),
    ...linesOfJonas(30).slice(11, 25),
    named(26),
    ...linesOfJonas(40).slice(26),
  ];
  const places = [all[10], all[25]].flatMap((one) => (one ? [{ id: one.id, seq: one.seq, number: one.number }] : []));
  const server = roomServer(mara, all, { read: { number: 2, unread: 38 }, mentions: places });
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { isInView } = chatOf(screen);
  const button = (count: number) => screen.getByRole("button", { name: `To the next mention, ${count} unread` });
  await expect.element(button(2)).toBeVisible();
  await button(2).click();
  await expect.element(button(1)).toBeVisible();
  const mentions = screen.getByRole("article", { name: /look/ });
  await expect.poll(() => mentions.elements().length > 0 && isInView(mentions.first())).toBe(true);
  await button(1).click();
  await expect.element(button(1)).not.toBeInTheDocument();
  await expect.poll(() => mentions.elements().length > 0 && isInView(mentions.last())).toBe(true);
});
