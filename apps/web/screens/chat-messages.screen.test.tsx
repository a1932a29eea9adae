import { apiErrors, lamports, reportReasons, routes } from "@tribe/contract";
import { chatTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { aMessageId } from "./fixtures/ids.ts";
import { aUser } from "./fixtures/people.ts";
import {
  asAuthor,
  changed,
  jonas,
  lena,
  lenasTribe,
  linesOfJonas,
  mara,
  roomAnswer,
  roomServer,
  said,
  takeMessages,
} from "./fixtures/rooms.ts";
import { before, days, minutes, screenTime } from "./fixtures/time.ts";
import { fails, on } from "./server/answers.ts";
import { holdBack } from "./server/hold-back.ts";
import { chatOf, longPress } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// What people do with messages: react, answer, mention, edit, delete, report, pin.

const { mint } = lenasTribe;
const path = `/chat/${mint}`;
const lines = linesOfJonas(3);
const phone = { size: sizes.smallPhone, colorScheme: "light", hasTouch: true } as const;
const desktop = { size: sizes.desktop } as const;
const ofLena = said(4, "Boards are here", lena);
/** A message as others quote it. */
const quoted = (message: typeof ofLena, isDeleted = false) => {
  const { id, seq, number, type, text, author } = message;
  return { id, seq, number, type, text: isDeleted ? "" : text, author, isDeleted };
};

it("shows likes and emoji of others beside one's own, and with their names", async () => {
  const server = roomServer(mara, [...lines, ofLena], {}, on(routes.chat.react, { count: 2 }));
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { row, button, closed } = chatOf(screen);
  await expect.element(row("Boards are here")).toBeVisible();
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  const byLena = { kind: "reaction", messageId: ofLena.id, uid: lena.uid, isOn: true, count: 1 } as const;
  server.realtime.push(changed(5, { ...byLena, reaction: "emoji", emoji: "🔥" }));
  server.realtime.push(changed(6, { ...byLena, reaction: "like", emoji: null }));
  await expect.element(row("Boards are here").getByRole("button", { name: "🔥, 1" })).toBeVisible();
  await longPress(screen, row("Boards are here"), "Message from Lena Ash");
  await button("Like").click();
  const twoLikes = row("Boards are here").getByRole("button", { name: "Like, 2" });
  await expect.element(twoLikes).toBeVisible();
  await expect.element(twoLikes).toHaveAttribute("aria-pressed", "true");
  await closed();
  expect(server.callsOf(routes.chat.react).map(({ body }) => body)).toEqual([
    { mint, messageId: ofLena.id, kind: "like" },
  ]);
  server.answer(
    on(routes.chat.likes, {
      likes: [lena, mara].map((person) => ({
        ...asAuthor(person),
        kind: "like" as const,
        emoji: null,
        reactedAt: before(0),
      })),
      count: 2,
      nextCursor: null,
    }),
    on(routes.market.standing, { since: before(30 * days), seats: [], holdings: [], count: 0, value: lamports(0n) }),
    on(routes.identity.userProfile, { user: aUser({ displayName: "Lena Ash" }), tokens: [] }),
  );
  await longPress(screen, row("Boards are here"), "Message from Lena Ash");
  await button("Liked by").click();
  const likes = screen.getByRole("dialog", { name: "Liked by" });
  await likes.getByRole("link", { name: /Lena Ash/ }).click();
  await expect.poll(() => screen.window.location.pathname).toBe(`/user/${lena.address}`);
  await expect.element(screen.getByRole("main").getByRole("heading", { name: "Lena Ash" })).toBeVisible();
});

it("takes back a reaction that the server refuses, and says why", async () => {
  const liked = { ...ofLena, reactions: [{ kind: "like" as const, emoji: null, count: 1, mine: false }] };
  const held = holdBack();
  const server = roomServer(
    mara,
    [...lines, liked],
    {},
    on(routes.chat.react, held.until(fails("too_many_reactions"))),
  );
  const screen = await openScreen(path, { server, as: mara, ...desktop });
  const { row } = chatOf(screen);
  const likes = (count: number) => row("Boards are here").getByRole("button", { name: `Like, ${count}` });
  await likes(1).click();
  await expect.element(likes(2)).toBeVisible();
  held.release();
  await expect.element(likes(1)).toBeVisible();
  await expect.element(screen.getByText(apiErrors.too_many_reactions.message)).toBeVisible();
});

it("finds an emoji by its name from the bar beside a message, and reacts with it", async () => {
  const server = roomServer(lena, [...lines, said(4, "Who has wood?", mara)], {}, on(routes.chat.react, { count: 1 }));
  const screen = await openScreen(path, { server, as: lena, ...desktop });
  const { row, button } = chatOf(screen);
  await row("Who has wood?").hover();
  await row("Who has wood?").getByRole("button", { name: "React with an emoji", exact: true }).click();
  await screen.getByRole("searchbox", { name: "Find an emoji" }).fill("fire");
  await button("fire").click();
  await expect.element(row("Who has wood?").getByRole("button", { name: "🔥, 1" })).toBeVisible();
  expect(server.callsOf(routes.chat.react).map(({ body }) => body)).toEqual([
    { mint, messageId: aMessageId(4), kind: "emoji", emoji: "🔥" },
  ]);
});

it("replies with a quote that links to the message, and mentions a name from the list", async () => {
  const all = linesOfJonas();
  const server = roomServer(mara, all);
  takeMessages(server, mara, 12);
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { row, button, closed, field } = chatOf(screen);
  await longPress(screen, row("Line 12"), "Message from Jonas Fell");
  await button("Reply").click();
  await expect.element(screen.getByText("Reply to", { exact: true })).toBeVisible();
  await closed();
  await field.click();
  await userEvent.keyboard("Thanks @le");
  await expect.element(screen.getByRole("option", { name: /Lena Ash/ })).toBeVisible();
  await server.realtime.sent("typing", (frame) => frame.mint === mint);
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("Thanks @Lena Ash ");
  await userEvent.keyboard("{Enter}");
  expect(await server.realtime.sent("send")).toMatchObject({
    text: "Thanks @Lena Ash",
    replyTo: all[11]?.id,
    mentions: [{ uid: lena.uid, start: 7, length: 9 }],
  });
  await expect.element(screen.getByText("Reply to", { exact: true })).not.toBeInTheDocument();
});

it("shows who is typing, a mention as a link, and leads from a quote to its message", async () => {
  const all = linesOfJonas(30);
  const [first] = all;
  if (!first) throw new Error("there are thirty");
  const mentions = [{ uid: lena.uid, displayName: lena.displayName, address: lena.address, start: 7, length: 9 }];
  const thanks = said(31, "Thanks @Lena Ash", mara, { replyTo: quoted(first), mentions });
  const server = roomServer(lena, [...all, thanks]);
  const screen = await openScreen(path, { server, as: lena, ...desktop });
  const { row, isInView } = chatOf(screen);
  const link = row("Thanks").getByRole("link", { name: "@Lena Ash" });
  await expect.element(link).toHaveAttribute("href", `/user/${lena.address}`);
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  server.realtime.push({ type: "typing", mint, uid: mara.uid, displayName: mara.displayName });
  const typing = screen.getByText("Mara Ember is typing");
  await expect.element(typing).toBeInTheDocument();
  expect(typing.element().parentElement?.querySelector("img")).not.toBeNull();
  await row("Thanks")
    .getByRole("button", { name: /Line 1\b/ })
    .click();
  await expect.element(row("Line 1 in")).toBeVisible();
  await expect.poll(() => isInView(row("Line 1 in"))).toBe(true);
});

it("edits the last message with the Up arrow, and deletes it to a tombstone after a question", async () => {
  const own = said(4, "Well done 🔥", jonas, { sentAt: before(2 * minutes) });
  const edited = { ...own, text: "Well done 🔥 all", editedAt: screenTime };
  const server = roomServer(
    jonas,
    [...lines, own],
    {},
    on(routes.chat.editMessage, { message: edited }),
    on(routes.chat.deleteMessage, {}),
  );
  const screen = await openScreen(path, { server, as: jonas, ...phone });
  const { row, field, button, closed, log } = chatOf(screen);
  await expect.element(row("Well done 🔥")).toBeVisible();
  await field.click();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(screen.getByText("Edit message")).toBeVisible();
  await expect.element(field).toHaveValue("Well done 🔥");
  await userEvent.keyboard("{End} all{Enter}");
  await expect.element(row("Well done 🔥 all").getByText("edited")).toBeVisible();
  expect(server.callsOf(routes.chat.editMessage).map(({ body }) => body)).toEqual([
    { mint, messageId: own.id, text: "Well done 🔥 all", mentions: [] },
  ]);
  await expect.element(field).toHaveValue("");
  await longPress(screen, row("Well done 🔥 all"), "Your message");
  await button("Delete").click();
  const question = screen.getByRole("dialog", { name: "Delete this message?" });
  await expect.element(question.getByText(chatTexts.deleteQuestion)).toBeVisible();
  expect(server.callsOf(routes.chat.deleteMessage)).toEqual([]);
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await closed();
  await expect.element(log.getByText("Deleted", { exact: true })).toBeVisible();
  expect(server.callsOf(routes.chat.deleteMessage).map(({ body }) => body)).toEqual([{ mint, messageId: own.id }]);
});

it("shows others an edit, and a deletion as a tombstone that its reply still quotes", async () => {
  const own = said(4, "Well done 🔥", jonas);
  const reply = said(5, "It was a long day", lena, { replyTo: quoted(own) });
  const server = roomServer(lena, [...lines, own, reply]);
  const screen = await openScreen(path, { server, as: lena, ...desktop });
  const { row, log } = chatOf(screen);
  await expect.element(row("It was a long day").getByText("Well done 🔥")).toBeVisible();
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  const edited = { messageId: own.id, text: "Well done 🔥 all", mentions: [], editedAt: screenTime };
  server.realtime.push(changed(6, { kind: "edited", ...edited }));
  await expect.element(row("Well done 🔥 all").getByText("edited")).toBeVisible();
  await expect.element(row("It was a long day").getByText("Well done 🔥 all")).toBeVisible();
  const deleted = { kind: "deleted", deletedAt: screenTime } as const;
  server.realtime.push(changed(7, { ...deleted, messageId: own.id, deletedBy: "author" }));
  await expect.element(row("It was a long day").getByText("Deleted message")).toBeVisible();
  await expect.element(log.getByText("Deleted", { exact: true })).toBeVisible();
  server.realtime.push(changed(8, { ...deleted, messageId: aMessageId(1), deletedBy: "chief" }));
  await expect.element(log.getByText("Deleted by the Chief")).toBeVisible();
});

it("shows a link with a preview of its page, which the author removes, and links no script", async () => {
  const url = "https://example.com/camp";
  const text = `See ${url} or javascript:alert(1)`;
  const linkPreview = { url, siteName: "Camp", title: "A camp by the lake", description: null, picture: null };
  const message = said(4, text, lena, { linkPreview });
  const server = roomServer(lena, [...lines, message], {}, on(routes.chat.removeLinkPreview, {}));
  const screen = await openScreen(path, { server, as: lena, ...desktop });
  const { row } = chatOf(screen);
  const link = row("See ").getByRole("link", { name: url });
  await expect.element(link).toHaveAttribute("href", url);
  for (const each of [link, row("See ").getByRole("link", { name: /A camp by the lake/ })]) {
    await expect.element(each).toHaveAttribute("target", "_blank");
    expect(each.element().getAttribute("rel")).toContain("noopener");
  }
  expect(
    row("See ")
      .getByRole("link", { name: /javascript/ })
      .elements(),
  ).toEqual([]);
  await row("See ").getByRole("button", { name: "Remove link preview" }).click();
  await expect.element(row("See ").getByRole("link", { name: /A camp by the lake/ })).not.toBeInTheDocument();
  expect(server.callsOf(routes.chat.removeLinkPreview).map(({ body }) => body)).toEqual([
    { mint, messageId: message.id },
  ]);
});

it("lets a member report for one of four reasons", async () => {
  const server = roomServer(mara, [...lines, ofLena], {}, on(routes.chat.report, {}));
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { row, button, closed } = chatOf(screen);
  await longPress(screen, row("Boards are here"), "Message from Lena Ash");
  await button("Report").click();
  const dialog = screen.getByRole("dialog", { name: "Report message" });
  await expect.element(dialog.getByRole("radio", { name: /Spam/ })).toBeVisible();
  expect(
    dialog
      .getByRole("radio")
      .elements()
      .map((each) => each.getAttribute("value")),
  ).toEqual([...reportReasons]);
  await expect.element(dialog.getByRole("button", { name: "Report" })).toBeDisabled();
  await dialog.getByRole("radio", { name: /Spam/ }).click();
  await dialog.getByRole("button", { name: "Report" }).click();
  await expect.element(screen.getByText(chatTexts.reported)).toBeVisible();
  await closed();
  expect(server.callsOf(routes.chat.report).map(({ body }) => body)).toEqual([
    { mint, messageId: ofLena.id, reason: "spam" },
  ]);
});

it("lets the Chief pin and delete a member's message, and shows the pinned one to members", async () => {
  const server = roomServer(lena, [...lines, ofLena], {}, on(routes.chat.pin, {}), on(routes.chat.deleteMessage, {}));
  const screen = await openScreen(path, { server, as: lena, ...desktop });
  const { row, log, closed } = chatOf(screen);
  const choose = async (message: string, action: string) => {
    await row(message).hover();
    await row(message).getByRole("button", { name: "More", exact: true }).click();
    await screen.getByRole("menuitem", { name: action }).click();
  };
  await choose("Boards are here", "Pin");
  await server.called(routes.chat.pin);
  expect(server.callsOf(routes.chat.pin).map(({ body }) => body)).toEqual([{ mint, messageId: ofLena.id }]);
  server.answer(roomAnswer(lena, [...lines, ofLena], { pinned: { ...ofLena, isPinned: true } }));
  server.realtime.push(changed(5, { kind: "pinned", messageId: ofLena.id }));
  await expect.element(screen.getByRole("button", { name: /^Pinned message of/ })).toBeVisible();
  await choose("Line 2", "Delete");
  await screen.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(log.getByText("Deleted by the Chief")).toBeVisible();
  await closed();
  expect(server.callsOf(routes.chat.deleteMessage).map(({ body }) => body)).toEqual([
    { mint, messageId: aMessageId(2) },
  ]);
});
