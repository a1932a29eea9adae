import { routes } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "./checks/accessible.ts";
import { expectLargeTargets } from "./checks/layout.ts";
import { aPageOf } from "./fixtures/chats.ts";
import { aUuid } from "./fixtures/ids.ts";
import { jonas, lena, lenasTribe, linesOfJonas, mara, roomServer, said } from "./fixtures/rooms.ts";
import { days, screenTime } from "./fixtures/time.ts";
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

describe("going to a date", () => {
  /** Forty messages, one each second day; the newest is of today. */
  const all = linesOfJonas(40).map((message) => ({
    ...message,
    sentAt: screenTime - (40 - message.number) * 2 * days,
  }));
  const pageOf = (from: number, to: number) =>
    aPageOf(all.slice(from, to), {
      hasMore: from > 0,
      hasNewer: to < all.length,
      headSeq: aPageOf(all).headSeq,
    });
  const serverOf = () =>
    roomServer(
      mara,
      all,
      {},
      on(routes.chat.messages, ({ query: { aroundTime, beforeSeq, afterSeq } }) => {
        const indexOf = (seq: number) => all.findIndex((message) => message.seq === seq);
        if (beforeSeq !== undefined) return pageOf(Math.max(indexOf(beforeSeq) - 10, 0), indexOf(beforeSeq));
        if (afterSeq !== undefined) return pageOf(indexOf(afterSeq) + 1, indexOf(afterSeq) + 11);
        if (aroundTime === undefined) return pageOf(30, 40);
        const at = all.findIndex(({ sentAt }) => sentAt >= aroundTime);
        return pageOf(Math.max(at - 5, 0), at + 5);
      }),
    );
  /** The local midnight at which this day of the chat begins. */
  const midnight = (date: string) => new Date(`${date}T00:00`).getTime();
  const requestedTimes = (server: ReturnType<typeof serverOf>) =>
    server.callsOf(routes.chat.messages).flatMap(({ query }) => query.aroundTime ?? []);

  it("leads to the first message of the day that is chosen in the calendar, or to the next one", async () => {
    const server = serverOf();
    const screen = await openScreen(path, { server, as: mara, ...phone });
    const { row, isInView } = chatOf(screen);
    const day = screen.getByLabelText("Today: go to another date");
    await expect.element(row("Line 40")).toBeVisible();
    // The message of 26 November is line 15: of the day before there is none.
    await day.fill("2025-11-25");
    await expect.element(row("Line 15")).toBeVisible();
    await expect.poll(() => isInView(row("Line 15"))).toBe(true);
    expect(requestedTimes(server)).toEqual([midnight("2025-11-25")]);
  });

  it("leads there by keys once the date is typed, and to the message itself", async () => {
    const server = serverOf();
    const screen = await openScreen(path, { server, as: mara, size: sizes.desktop });
    const { row } = chatOf(screen);
    await expect.element(row("Line 40")).toBeVisible();
    const day = screen.getByLabelText("Today: go to another date");
    day.element().focus();
    // The month, the day and the year, as the field has them in this locale.
    await userEvent.keyboard("11262025");
    await expect.element(day).toHaveValue("2025-11-26");
    expect(requestedTimes(server)).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await expect.element(row("Line 15")).toHaveFocus();
    expect(requestedTimes(server)).toEqual([midnight("2025-11-26")]);
  });
});
