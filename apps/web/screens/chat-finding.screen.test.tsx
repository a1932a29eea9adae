import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { expectLargeTargets } from "./checks/layout.ts";
import { aUuid } from "./fixtures/ids.ts";
import { jonas, lena, lenasTribe, linesOfJonas, mara, roomServer, said } from "./fixtures/rooms.ts";
import { on } from "./server/answers.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// Ways to one message among many: the next mention, a date, and what was shared.

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

it("lists pictures, files and links of a chat, and leads from each to its message", async () => {
  const lines = linesOfJonas(20);
  const blur = "data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=";
  const shape = { size: 60_000, width: 400, height: 300, blur } as const;
  const picture = { ...shape, id: aUuid(801), name: "fire.webp", kind: "image", isAnimated: false } as const;
  const file = { id: aUuid(802), name: "plan.pdf", size: 60_000, kind: "file" } as const;
  const of = {
    media: [said(3, "Look", lena, { type: "image", attachments: [picture, file] })],
    files: [said(3, "Look", lena, { type: "image", attachments: [picture, file] })],
    links: [said(5, "All of it: lena.build/wood and `not.link`", jonas)],
  };
  const server = roomServer(
    mara,
    lines,
    {},
    on(routes.chat.shared, ({ query }) => ({ messages: of[query.kind], nextBeforeSeq: null })),
  );
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { row, button, dialog, closed, isInView } = chatOf(screen);
  await expect.element(row("Line 20")).toBeVisible();
  await button("More").click();
  await button("Media, files, links").click();
  await expect.element(dialog.getByRole("button", { name: "Picture of Lena Ash" })).toBeVisible();
  await expectAccessible(screen);
  await dialog.getByRole("tab", { name: "Links" }).click();
  await expect
    .element(dialog.getByRole("link", { name: "lena.build/wood" }))
    .toHaveAttribute("href", "http://lena.build/wood");
  expect(dialog.getByRole("link").elements()).toHaveLength(1);
  await expectLargeTargets(screen);
  await dialog.getByRole("tab", { name: "Files" }).click();
  await dialog.getByRole("button", { name: /plan\.pdf/ }).click();
  await closed();
  await expect.poll(() => isInView(row("Line 3"))).toBe(true);
});
