import { apiErrors, messageMaxCharacters, type ServerFrame } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { expect, it } from "vitest";
import { type Locator, userEvent } from "vitest/browser";
import { chatSettings } from "./fixtures/chats.ts";
import { aPerson } from "./fixtures/people.ts";
import {
  changed,
  jonas,
  lenasTribe,
  linesOfJonas,
  mara,
  roomAnswer,
  roomServer,
  said,
  takeMessages,
} from "./fixtures/rooms.ts";
import type { ScriptedServer } from "./server/scripted-server.ts";
import { chatOf, longPress } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// A member writes on a phone: what the Chief's settings allow, hard texts, and a keyboard that covers the page.

const { mint } = lenasTribe;
const path = `/chat/${mint}`;
const lines = linesOfJonas();
const phone = { size: sizes.smallPhone, colorScheme: "light", hasTouch: true } as const;
const sent = (server: ScriptedServer) =>
  server.realtime.frames.flatMap((frame) => (frame.type === "send" ? [frame] : []));

it("says in slow mode how long to wait once a message is sent, and lets nothing be sent meanwhile", async () => {
  const server = roomServer(mara, lines, { settings: chatSettings({ slowMode: 300 }) });
  takeMessages(server, mara, 12);
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { say, row, field, button } = chatOf(screen);
  await say("One in five minutes");
  await expect.element(row("One in five minutes")).toBeVisible();
  await expect.element(screen.getByText(/^Slow mode: you can write again in (5:00|4:5\d)$/)).toBeVisible();
  await say("And another one");
  await expect.element(button("Send")).toHaveAttribute("aria-disabled", "true");
  await expect.element(field).toHaveValue("And another one");
  expect(sent(server).map(({ text }) => text)).toEqual(["One in five minutes"]);
  // The Chief switches it off.
  server.answer(roomAnswer(mara, lines));
  server.realtime.push(changed(14, { kind: "settings", settings: chatSettings() }));
  await expect.element(screen.getByText(/^Slow mode/)).not.toBeInTheDocument();
  takeMessages(server, mara, 14);
  await button("Send").click();
  await expect.element(row("And another one")).toBeVisible();
});

it("says why a message was not sent, and sends it once on retry", async () => {
  const server = roomServer(mara, lines, { settings: chatSettings({ slowMode: 300 }) });
  server.realtime.answerFrames((frame): readonly ServerFrame[] => {
    if (frame.type !== "send") return [];
    const { clientId } = frame;
    // Written from another device a moment ago, of which this page does not know.
    return [{ type: "refused", code: "slow_mode", message: "", mint, clientId, retryAfterSeconds: 290 }];
  });
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { say, log, button } = chatOf(screen);
  await say("Too soon for this");
  const start = `Not sent. ${apiErrors.slow_mode.message} Try again at `;
  await expect.element(screen.getByText(start)).toHaveTextContent(/ at \d{1,2}:\d{2}( [AP]M)?\.$/);
  takeMessages(server, mara, 12);
  await button("Retry").click();
  await expect.element(log.getByRole("article", { name: "Too soon for this" })).toBeVisible();
  await expect.element(button("Retry")).not.toBeInTheDocument();
  expect(log.getByText("Too soon for this").elements()).toHaveLength(1);
  const [first, second, ...more] = sent(server);
  expect(more).toEqual([]);
  expect(second?.clientId).toBe(first?.clientId);
});

it("lets only the Chief write after the Chief sets it, and tells members so", async () => {
  const server = roomServer(mara, lines);
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { field, row } = chatOf(screen);
  await expect.element(row("Line 12")).toBeVisible();
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  const set = (number: number, settings: ReturnType<typeof chatSettings>) => {
    server.answer(roomAnswer(mara, lines, { settings }));
    server.realtime.push(changed(number, { kind: "settings", settings }));
  };
  set(13, chatSettings({ onlyChiefWrites: true }));
  await expect.element(screen.getByText("Only the Chief writes here right now.")).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  set(14, chatSettings());
  await expect.element(field).toBeVisible();
});

it("handles endless words, right-to-left text and 4,000 characters on a narrow screen", async () => {
  const noor = aPerson({ displayName: "نور الهدى عبد الرحمن" });
  const word = "Donaudampfschifffahrtsgesellschaft".repeat(6);
  const rightToLeft = "مساء الخير، الثمن 0.25 SOL";
  const long = "Twelve seats around one fire. ".repeat(140).slice(0, messageMaxCharacters);
  const texts = [word, rightToLeft, `https://example.com/${"a/".repeat(90)}`];
  const server = roomServer(
    mara,
    texts.map((text, index) => said(index + 1, text, noor)),
  );
  takeMessages(server, mara, texts.length);
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { log, row, field, button, closed } = chatOf(screen);
  const isWithin = () => {
    const { document, innerWidth } = screen.window;
    return (
      document.documentElement.scrollWidth <= innerWidth &&
      [...document.querySelectorAll("[role=log], [role=log] *")].every(
        (element) => element.getBoundingClientRect().right <= innerWidth + 1,
      )
    );
  };
  const written = log.getByText(rightToLeft, { exact: true });
  await expect.element(written).toBeVisible();
  expect(screen.window.getComputedStyle(written.element()).direction).toBe("rtl");
  await expect.poll(isWithin).toBe(true);
  await longPress(screen, row(word), `Message from ${isolated(noor.displayName)}`);
  await button("Reply").click();
  await closed();
  // Counted as the server does: an emoji of two units is one character.
  for (const [count, words] of [
    [messageMaxCharacters + 2, "2 too many"],
    [messageMaxCharacters, "4,000 of 4,000"],
  ] as const) {
    await field.fill("🔥".repeat(count));
    await expect.element(screen.getByText(words)).toBeVisible();
    const isOver = count > messageMaxCharacters;
    if (isOver) await expect.element(button("Send")).toHaveAttribute("aria-disabled", "true");
    else await expect.element(button("Send")).not.toHaveAttribute("aria-disabled");
  }
  await field.fill(long);
  await expect.poll(isWithin).toBe(true);
  await field.click();
  await userEvent.keyboard("{Enter}");
  await expect.element(row(long.slice(0, 60))).toBeVisible();
  expect(sent(server).map(({ text, replyTo }) => [text, replyTo])).toEqual([[long.trim(), said(1, word, noor).id]]);
  await expect.poll(isWithin).toBe(true);
});

it("keeps the field, the newest message and a sheet above a keyboard that covers the page", async () => {
  const server = roomServer(mara, lines);
  takeMessages(server, mara, 12);
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { say, row, field, button, dialog, closed } = chatOf(screen);
  await say("Above the keys");
  await expect.element(row("Above the keys")).toBeVisible();
  // As in Safari, whose keyboard lies over the page.
  const keyboard = (height: number) => {
    const { visualViewport, innerHeight } = screen.window;
    if (!visualViewport) throw new Error("the window has no visual viewport");
    Object.defineProperty(visualViewport, "height", { value: innerHeight - height, configurable: true });
    visualViewport.dispatchEvent(new screen.window.Event("resize"));
  };
  const bottomOf = (what: Locator) => what.element().getBoundingClientRect().bottom;
  const limit = screen.window.innerHeight - 300;
  keyboard(300);
  await expect.poll(() => bottomOf(field)).toBeLessThanOrEqual(limit);
  await expect.poll(() => bottomOf(row("Above the keys"))).toBeLessThanOrEqual(limit);
  await button("More").click();
  await button("Search messages").click();
  await expect.element(dialog.getByRole("searchbox")).toBeVisible();
  await expect.poll(() => bottomOf(dialog)).toBeLessThanOrEqual(limit);
  await button("Close").click();
  await closed();
  keyboard(0);
  await expect.poll(() => bottomOf(field)).toBeGreaterThan(limit);
});

it("inserts an emoji, and leaves alone an Enter that ends a composition", async () => {
  const server = roomServer(jonas, lines);
  const screen = await openScreen(path, { server, as: jonas, ...phone });
  takeMessages(server, jonas, 12);
  const { field, row, button, closed } = chatOf(screen);
  await field.fill("Well done ");
  await button("Emoji").click();
  await screen.getByRole("searchbox", { name: "Find an emoji" }).fill("fire");
  await button("fire").click();
  await expect.element(field).toHaveValue("Well done 🔥");
  await closed();
  // Safari ends a composition before the Enter that confirms its word, and tells that only by the key's code.
  const { CompositionEvent, KeyboardEvent } = screen.window;
  field.element().dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  const confirming = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent("keydown", confirming));
  await expect.element(field).toHaveValue("Well done 🔥");
  expect(sent(server)).toEqual([]);
  await field.click();
  await userEvent.keyboard("{Enter}");
  await expect.element(row("Well done 🔥")).toBeVisible();
});

it.for([
  ["by itself", []],
  ["in a browser without field-sizing", ["field-sizing"]],
] as const)("grows with its text up to a limit, %s", async ([, lacks]) => {
  const server = roomServer(mara, lines);
  takeMessages(server, mara, 12);
  const screen = await openScreen(path, { server, as: mara, lacks, size: sizes.desktop });
  const { field, row } = chatOf(screen);
  const height = () => field.element().getBoundingClientRect().height;
  await expect.element(row("Line 12")).toBeVisible();
  await field.click();
  for (const [words, pixels] of [
    ["one", 44],
    ["\ntwo", 68],
    ["\nthree\nfour", 116],
  ] as const) {
    for (const [index, part] of words.split("\n").entries()) {
      if (index > 0) await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
      if (part !== "") await userEvent.keyboard(part);
    }
    await expect.poll(height).toBe(pixels);
  }
  // Seen, and the newest message beside it as well: nothing is scrolled away by measuring.
  expect(field.element().scrollHeight).toBe(field.element().clientHeight);
  await expect.element(row("Line 12")).toBeVisible();
  await field.fill("word ".repeat(400));
  await expect.poll(height).toBe(200);
  // One line, which are several where there is less room.
  await field.fill("as long as it takes ".repeat(4));
  const wide = height();
  await screen.resize(sizes.smallPhone);
  await expect.poll(height).toBeGreaterThan(wide);
  await expect.poll(() => field.element().scrollHeight - field.element().clientHeight).toBe(0);
  await field.click();
  await userEvent.keyboard("{Enter}");
  await expect.poll(height).toBe(44);
});
