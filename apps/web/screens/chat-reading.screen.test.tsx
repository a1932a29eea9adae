import { routes, type ServerFrame } from "@tribe/contract";
import { expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { aChat, aPageOf } from "./fixtures/chats.ts";
import { aSeq } from "./fixtures/ids.ts";
import {
  changed,
  jonas,
  lena,
  lenasTribe,
  linesOfJonas,
  mara,
  roomServer,
  said,
  takeMessages,
} from "./fixtures/rooms.ts";
import { screenTime } from "./fixtures/time.ts";
import { on } from "./server/answers.ts";
import { holdBack } from "./server/hold-back.ts";
import { chatOf, swipe } from "./support/chat.ts";
import { holdTimers } from "./support/hold-timers.ts";
import { focus } from "./support/keys.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// A member reads on a phone: where the chat opens, what is found in it, and what is counted elsewhere.

const { mint } = lenasTribe;
const path = `/chat/${mint}`;
const lines = linesOfJonas();
const phone = { size: sizes.smallPhone, colorScheme: "light", hasTouch: true } as const;
const arrives = (number: number, text: string): ServerFrame => ({ type: "message", message: said(number, text, lena) });

it.for([
  ["a member's phone", mara, phone],
  ["the Chief's desktop", lena, { size: sizes.desktop }],
] as const)(
  "opens at the first unread message, with the count of those below on the button to the newest: %s",
  async ([, as, looks]) => {
    const server = roomServer(as, lines, { read: { number: 0, unread: 12 } });
    const screen = await openScreen(path, { server, as, ...looks });
    const { row, button, isInView } = chatOf(screen);
    await expect.element(screen.getByText("12 new messages")).toBeVisible();
    await expect.element(row("Line 1 in")).toBeVisible();
    await expect.poll(() => isInView(row("Line 1 in"))).toBe(true);
    await button("To the newest message, 12 unread").click();
    await expect.poll(() => isInView(row("Line 12 in"))).toBe(true);
    await expect.element(screen.getByRole("button", { name: /^To the newest message/ })).not.toBeInTheDocument();
    expect(await server.realtime.sent("read", ({ number }) => number === 12)).toMatchObject({ mint });
  },
);

it("moves through the messages by arrow keys, and opens the menu of the focused one", async () => {
  const all = [...lines, said(13, "It was a long day", jonas), said(14, "Mine to end it", lena)];
  const screen = await openScreen(path, { server: roomServer(lena, all), as: lena, size: sizes.desktop });
  const { row, closed } = chatOf(screen);
  const focused = () => screen.window.document.activeElement?.getAttribute("aria-label") ?? "";
  await focus(row("It was a long day"));
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(focused).toContain("Line 12");
  await userEvent.keyboard("{Home}");
  await expect.poll(focused).toMatch(/Line 1\s/);
  await userEvent.keyboard("{End}");
  await expect.poll(focused).toContain("Mine to end it");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("dialog", { name: "Your message" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await closed();
  await expect.poll(focused).toContain("Mine to end it");
  await userEvent.keyboard("{ArrowUp}");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("dialog", { name: /^Message from .*Jonas Fell/ })).toBeVisible();
});

it("finds a message and scrolls to it, also one that is far above", async () => {
  const long = linesOfJonas(60);
  const newest = aPageOf(long.slice(30), { hasMore: true });
  const server = roomServer(
    mara,
    long,
    {},
    on(routes.chat.messages, ({ query }) =>
      query.aroundSeq === undefined
        ? newest
        : aPageOf(long.slice(0, 20), { hasNewer: true, headSeq: long.at(-1)?.seq ?? aSeq(0) }),
    ),
    on(routes.chat.search, { messages: [long[11], long[0]].filter((each) => each !== undefined), nextBeforeSeq: null }),
  );
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { row, button, dialog, closed, isInView } = chatOf(screen);
  await expect.element(row("Line 60")).toBeVisible();
  await button("More").click();
  await button("Search messages").click();
  await expect.element(screen.getByRole("dialog", { name: "Search messages" })).toBeVisible();
  await dialog.getByRole("searchbox").fill(" line 1 ");
  await dialog.getByRole("button", { name: /Line 1\b(?!\d)/ }).click();
  expect(server.callsOf(routes.chat.search).map(({ query }) => query)).toMatchObject([{ mint, query: "line 1" }]);
  await closed();
  await expect.poll(() => isInView(row("Line 1 in"))).toBe(true);
  expect(server.callsOf(routes.chat.messages).at(-1)?.query.aroundSeq).toBe(1);
  await screen.getByRole("button", { name: /^To the newest message/ }).click();
  await expect.element(row("Line 60")).toBeVisible();
  await expect.poll(() => isInView(row("Line 60"))).toBe(true);
});

it("counts new messages on the Chat tab and in the bottom bar, and goes back by a swipe", async () => {
  const lastMessage = lines.at(-1) ?? null;
  const read = { number: 12, unread: 0 };
  const chats = [aChat(mint, { name: lenasTribe.name, symbol: "LEN", lastMessage, read })];
  const server = roomServer(mara, lines, {}, on(routes.chat.mine, { chats }));
  const screen = await openScreen("/tribes", { server, as: mara, ...phone });
  await screen
    .getByRole("main")
    .getByRole("link", { name: /Lena Ash/ })
    .click();
  await expect.element(chatOf(screen).row("Line 12")).toBeVisible();
  await screen.getByRole("link", { name: "Market", exact: true }).click();
  const tab = screen.getByRole("navigation", { name: "Tribe" }).getByRole("link", { name: /^Chat/ });
  await expect.element(tab).not.toHaveAttribute("aria-current");
  // The list may just be followed by another part of the page than before; the same message again counts once.
  await expect
    .poll(() => {
      server.realtime.push(arrives(13, "Who is at the market?"));
      return tab.getByText("1 unread").length;
    })
    .toBeGreaterThan(0);
  const page = screen.getByRole("main").element();
  const over = page.querySelector("h1, h2, p") ?? page;
  // Too short, or down instead of across: the page stays.
  swipe(screen, over, [120, 140, 160, 180]);
  await expect.element(tab).toBeVisible();
  expect(screen.window.location.pathname).toBe(`/token/${mint}`);
  swipe(screen, over, [60, 90, 150, 220, 300]);
  await expect.poll(() => screen.window.location.pathname).toBe("/tribes");
  await expect.element(screen.getByRole("navigation", { name: "Main" }).getByText("1 unread")).toBeInTheDocument();
});

it("shows a message sent before the list had loaded, although messages above it are unread", async () => {
  const meanwhile = Array.from({ length: 20 }, (_, line) => `Meanwhile ${line}`).join("\n");
  const all = [...lines, said(13, meanwhile, lena)];
  const held = holdBack();
  const server = roomServer(
    mara,
    all,
    { read: { number: 12, unread: 1 } },
    on(routes.chat.messages, held.until(aPageOf(all))),
  );
  takeMessages(server, mara, 13);
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { say, row, field, isInView } = chatOf(screen);
  await server.called(routes.chat.messages);
  await say("Here before the messages");
  await server.realtime.sent("send");
  held.release();
  await expect.element(row("Here before the messages")).toBeVisible();
  await expect.poll(() => isInView(row("Here before the messages"))).toBe(true);
  const bottom = () => row("Here before the messages").element().getBoundingClientRect().bottom;
  expect(bottom()).toBeLessThanOrEqual(field.element().getBoundingClientRect().top);
});

it("announces a new message for some seconds, and not when it is deleted", async () => {
  const server = roomServer(mara, lines);
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { log } = chatOf(screen);
  const spoken = () => [...screen.window.document.querySelectorAll("[aria-live=polite]")].map((one) => one.textContent);
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  const announcements = holdTimers(screen.window, 6_000);
  server.realtime.push(arrives(13, "Here for a while"));
  await expect.poll(spoken).toContain("Lena Ash: Here for a while");
  announcements.pass();
  await expect.poll(spoken).not.toContain("Lena Ash: Here for a while");
  server.realtime.push(arrives(14, "Said too early"));
  await expect.poll(spoken).toContain("Lena Ash: Said too early");
  const messageId = said(14, "", lena).id;
  server.realtime.push(changed(15, { kind: "deleted", messageId, deletedAt: screenTime, deletedBy: "author" }));
  await expect.element(log.getByText("Said too early")).not.toBeInTheDocument();
  expect(spoken().join()).not.toContain("Said too early");
  expect(announcements.running()).toBe(1);
  // Deleted before it could be announced; another one beside it is.
  server.realtime.push(arrives(16, "Gone at once"));
  server.realtime.push(
    changed(17, { kind: "deleted", messageId: said(16, "", lena).id, deletedAt: screenTime, deletedBy: "author" }),
  );
  server.realtime.push(arrives(18, "Still here"));
  await expect.poll(spoken).toContain("Lena Ash: Still here");
});
