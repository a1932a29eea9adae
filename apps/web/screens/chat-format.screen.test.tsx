import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { commands, userEvent } from "vitest/browser";
import { expectAccessible } from "./checks/accessible.ts";
import { changed, jonas, lena, lenasTribe, mara, roomServer, said, takeMessages } from "./fixtures/rooms.ts";
import { on } from "./server/answers.ts";
import { chatOf, longPress } from "./support/chat.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// Formatting of messages: shown in the list, and plain without spoilers wherever a message is quoted.

const { mint } = lenasTribe;
const path = `/chat/${mint}`;
const phone = { size: sizes.smallPhone, hasTouch: true } as const;
const desktop = { size: sizes.desktop } as const;
const secret = said(1, "**The thief** is ||the cat||", lena);

it("shows formatted words, and what a spoiler hides only after a press", async () => {
  const screen = await openScreen(path, { server: roomServer(mara, [secret]), as: mara, ...desktop });
  const { row } = chatOf(screen);
  const message = row("The thief");
  await expect.element(message).toHaveAttribute("aria-label", expect.stringContaining("The thief is (spoiler)"));
  await expect.element(message.getByRole("strong")).toHaveTextContent("The thief");
  await expect.element(message.getByText("the cat")).not.toBeVisible();
  await message.getByRole("button", { name: "Show the spoiler" }).click();
  await expect.element(message.getByText("the cat")).toBeVisible();
  await expect.element(message.getByRole("button", { name: "Show the spoiler" })).not.toBeInTheDocument();
});

it("copies a block of code as it is written, which scrolls by itself and has no links", async () => {
  await commands.allowClipboard();
  const code = `${"const fire = seats.every((seat) => seat.isTaken); ".repeat(6)}\n  // see lena.build`;
  const all = [said(1, `Run\n\`\`\`ts\n${code}\n\`\`\`\nor lena.build/run`, lena)];
  const screen = await openScreen(path, { server: roomServer(mara, all), as: mara, ...phone });
  const { row } = chatOf(screen);
  await row("Run").getByRole("button", { name: "Copy code" }).click();
  await expect.element(row("Run").getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await screen.window.navigator.clipboard.readText()).toBe(code);
  const links = row("Run").getByRole("link").elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(["Lena Ash", "lena.build/run"]);
  const block = row("Run").element().querySelector("pre");
  expect(block && block.scrollWidth > block.clientWidth).toBe(true);
  const { documentElement } = screen.window.document;
  expect(documentElement.scrollWidth).toBe(documentElement.clientWidth);
});

it("quotes, pins, finds, announces, lists and copies a message without what it hides", async () => {
  await commands.allowClipboard();
  const server = roomServer(mara, [secret, said(2, "Really?", jonas)], { pinned: secret });
  server.answer(on(routes.chat.search, { messages: [secret], nextBeforeSeq: null }));
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { row, button, closed } = chatOf(screen);
  await expect
    .element(screen.getByRole("button", { name: /^Pinned message/ }))
    .toHaveTextContent("The thief is (spoiler)");
  await longPress(screen, row("The thief"), "Message from Lena Ash");
  await button("Copy text").click();
  expect(await screen.window.navigator.clipboard.readText()).toBe("The thief is (spoiler)");
  await closed();
  await longPress(screen, row("The thief"), "Message from Lena Ash");
  await button("Reply").click();
  await expect.element(screen.getByText("The thief is (spoiler)").last()).toBeVisible();
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  server.realtime.push({ type: "message", message: said(3, "||It was the dog||", lena) });
  await expect.element(screen.getByText("Lena Ash: (spoiler)")).toBeInTheDocument();
  const { textContent } = screen.window.document.body;
  // Only where it is hidden itself.
  expect(textContent.split("the dog")).toHaveLength(2);
  expect(textContent.split("the cat")).toHaveLength(2);
});

it("shows what one sends formatted at once, gives back what was typed for an edit, and updates quotes of it", async () => {
  const own = said(1, "*Soon*, @Lena Ash", mara);
  const { id, seq, number, type, author } = own;
  const reply = said(2, "Sure", jonas, {
    replyTo: { ...{ id, seq, number, type, author }, text: "Soon", isDeleted: false },
  });
  const server = roomServer(mara, [own, reply]);
  takeMessages(server, mara, 2);
  const screen = await openScreen(path, { server, as: mara, ...desktop });
  const { row, field } = chatOf(screen);
  await field.click();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(field).toHaveValue("*Soon*, @Lena Ash");
  // The list of people to mention, then the edit.
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(field).toHaveValue("");
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  const edited = { text: "||Later||", quote: "(spoiler)", mentions: [], editedAt: 5 };
  server.realtime.push(changed(3, { kind: "edited", messageId: id, ...edited }));
  await expect.element(row("Sure").getByText("(spoiler)")).toBeVisible();
  await field.fill("~~never~~ **now**, `@Lena Ash`");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("never", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("now", { exact: true })).toBeVisible();
  const sent = await server.realtime.sent("send");
  expect(sent.text).toBe("~~never~~ **now**, `@Lena Ash`");
  expect(sent.mentions).toBeUndefined();
});

/** The composer's field, with a selection as a person makes it. */
const fieldOf = (screen: Screen) => {
  const element = screen.window.document.querySelector("textarea");
  if (!element) throw new Error("the composer has no field");
  const menu = screen.getByRole("toolbar", { name: "Formatting" });
  return { element, menu, format: (name: string) => menu.getByRole("button", { name, exact: true }) };
};

it("formats what is selected by its menu or by keys, and undo takes it back", async () => {
  const screen = await openScreen(path, { server: roomServer(mara, [secret]), as: mara, ...desktop });
  const { field } = chatOf(screen);
  await field.click();
  await userEvent.keyboard("so it is");
  const { element, menu, format } = fieldOf(screen);
  await expect.element(menu).not.toBeInTheDocument();
  element.setSelectionRange(3, 5);
  await format("Bold").click();
  await expect.element(field).toHaveValue("so **it** is");
  await expect.poll(() => [element.selectionStart, element.selectionEnd]).toEqual([5, 7]);
  await userEvent.keyboard("{Control>}{Shift>}x{/Shift}{/Control}");
  await expect.element(field).toHaveValue("so **~~it~~** is");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(field).toHaveValue("so **it** is");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(field).toHaveValue("so it is");
  await userEvent.keyboard("{Control>}y{/Control}");
  await expect.element(field).toHaveValue("so **it** is");
  await userEvent.keyboard("{End}");
  await expect.element(menu).not.toBeInTheDocument();
  // Undo knows the name of a mention, too.
  await userEvent.keyboard(" @Jon");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("so **it** is @Jonas Fell ");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(field).toHaveValue("so **it** is @Jon");
});

it("has the menu below the field on a phone, above the keyboard", async () => {
  const screen = await openScreen(path, { server: roomServer(mara, [secret]), as: mara, ...phone });
  const { field } = chatOf(screen);
  await field.fill("so it is");
  await field.click();
  const { element, menu, format } = fieldOf(screen);
  element.setSelectionRange(3, 5);
  await expect.element(menu).toBeVisible();
  const buttons = menu.getByRole("button").elements();
  expect(buttons).toHaveLength(6);
  for (const { clientWidth, clientHeight } of buttons)
    expect(Math.min(clientWidth, clientHeight)).toBeGreaterThanOrEqual(44);
  await expectAccessible(screen);
  expect(menu.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(element.getBoundingClientRect().bottom);
  await format("Spoiler").click();
  await expect.element(field).toHaveValue("so ||it|| is");
  await expect.element(field).toHaveFocus();
});

it("shows formatted words while one writes them, exactly over those of the field", async () => {
  const screen = await openScreen(path, { server: roomServer(mara, [secret]), as: mara, ...phone });
  const { field } = chatOf(screen);
  await field.fill("2*3*4 is so");
  const { element } = fieldOf(screen);
  const shown = () => element.nextElementSibling;
  expect(shown()).toBe(null);
  const long =
    "_AVAVA To Wa_ **fiffl -> bold, long enough to be in lines** ~~gone~~ `npm t`\n> quoted\n> _ever_\n||x||\n";
  await field.fill(long);
  await expect.poll(() => shown()?.textContent).toBe(`${long}\u200B`);
  const layer = shown();
  expect(layer?.scrollHeight).toBe(element.scrollHeight);
  expect(layer?.clientWidth).toBe(element.clientWidth);
  expect(screen.window.getComputedStyle(element).color).toBe("rgba(0, 0, 0, 0)");
  const styles = [...(layer?.children ?? [])].map((piece) => [piece.textContent, piece.className] as const);
  expect(styles.find(([text]) => text?.startsWith("AVAVA"))?.[1]).toBe("italic");
  expect(styles.find(([text]) => text === "gone")?.[1]).toBe("line-through");
});
