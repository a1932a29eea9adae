import { expect, it } from "vitest";
import { expectNoShift, forgetShifts } from "./checks/layout.ts";
import { linesOfJonas, mara, roomAnswer } from "./fixtures/rooms.ts";
import { minutes, screenTime } from "./fixtures/time.ts";
import { chatOf } from "./support/chat.ts";
import type { Screen } from "./support/open-screen.ts";
import { addFiles } from "./support/saved-files.ts";
import { aPicture, aText, choose, enter, sent, sizesIn, unsentFolder } from "./support/sending.ts";

// What a member sends is in the chat at once, from the file itself, until the server's message takes its place.

const lines = linesOfJonas(3);

const trayOf = (screen: Screen) => screen.getByRole("list", { name: "Files of this message" });

it("shows a picture at its final size the moment it is sent, while the composer takes the next message with its own files", async () => {
  const { server, uploads, screen, field, button, log } = await enter();
  choose(screen, await aPicture(screen, "dusk.png"));
  await field.fill("From the hill");
  await forgetShifts(screen);
  await button("Send").click();
  const picture = log.getByRole("button", { name: "Open picture dusk.png" });
  await expect.element(picture).toBeVisible();
  await expect.element(trayOf(screen)).not.toBeInTheDocument();
  await expect.element(field).toHaveValue("");
  await expect.element(button("Stop sending dusk.png")).toBeVisible();
  const image = () => picture.element().querySelector("img");
  await expect.poll(() => image()?.complete && image()?.src.startsWith("blob:")).toBe(true);
  const size = () => picture.element().getBoundingClientRect();
  const before = size();
  expect([before.width, before.height]).toEqual([300, 200]);

  choose(screen, aText(screen, "notes.txt"));
  await field.fill("And a list");
  await button("Send").click();
  await expect.element(log.getByText("And a list")).toBeVisible();
  expect(sent(server)).toEqual([]);
  uploads.release();
  await expect
    .poll(() => sent(server).map(({ text, attachments }) => [text, attachments]))
    .toEqual([
      ["From the hill", [uploads.uploads[0]?.id]],
      ["And a list", [uploads.uploads[1]?.id]],
    ]);
  await expect.element(log.getByRole("article", { name: /^You, And a list/ })).toBeVisible();
  await expect.element(button("Stop sending dusk.png")).not.toBeInTheDocument();
  const after = size();
  expect([after.width, after.height]).toEqual([300, 200]);
  // Still from this device.
  await expect.poll(() => image()?.src.startsWith("blob:")).toBe(true);
  await expectNoShift(screen);
});

it("stops a message by its ring, and sends it, gives it back or deletes it as the person says", async () => {
  const { server, uploads, screen, field, button, log } = await enter();
  choose(screen, await aPicture(screen, "dusk.png"), aText(screen, "notes.txt"));
  await field.fill("Not yet");
  await button("Send").click();
  await button("Stop sending dusk.png").click();
  await expect.element(log.getByText("Not sent.")).toBeVisible();
  await expect.element(button("Stop sending notes.txt")).not.toBeInTheDocument();
  await button("Edit").click();
  await expect.element(field).toHaveValue("Not yet");
  await expect.element(trayOf(screen).getByRole("button", { name: "Remove notes.txt" })).toBeVisible();
  await expect.element(log.getByText("Not sent.")).not.toBeInTheDocument();
  await field.fill("Now");
  await button("Remove notes.txt").click();
  await button("Send").click();
  await button("Stop sending dusk.png").click();
  uploads.release();
  await log.getByRole("button", { name: "Send" }).click();
  await expect
    .poll(() => sent(server).map(({ text, attachments }) => [text, attachments?.length]))
    .toEqual([["Now", 1]]);
  uploads.hold();
  choose(screen, aText(screen, "never.txt"));
  await button("Send").click();
  await button("Stop sending never.txt").click();
  await log.getByRole("button", { name: "Delete" }).click();
  await expect.element(log.getByText("never.txt")).not.toBeInTheDocument();
  expect(sent(server)).toHaveLength(1);
});

it("sends after a reload what was on its way, from where it stopped, and once", async () => {
  const { server, uploads, screen, field, button } = await enter();
  choose(screen, await aPicture(screen, "dusk.png"));
  await field.fill("From the hill");
  await button("Send").click();
  await expect.element(button("Stop sending dusk.png")).toBeVisible();
  const folder = () =>
    screen.window.navigator.storage.getDirectory().then((root) => root.getDirectoryHandle("tribe-unsent"));
  const storedCount = async () => {
    let count = 0;
    for await (const handle of (await folder()).values())
      if (handle.kind === "file" && (await (handle as FileSystemFileHandle).getFile()).size > 0) count += 1; // its kind says so
    return count;
  };
  await expect.poll(storedCount).toBe(1);
  await screen.reload();
  const { log } = chatOf(screen);
  const picture = log.getByRole("button", { name: "Open picture dusk.png" });
  await expect.element(picture).toBeVisible();
  await expect.poll(() => picture.element().querySelector("img")?.src.startsWith("blob:")).toBe(true);
  expect(sent(server)).toEqual([]);
  uploads.release();
  await expect
    .poll(() => sent(server).map(({ text, attachments }) => [text, attachments]))
    .toEqual([["From the hill", [uploads.uploads[0]?.id]]]);
  expect(uploads.uploads).toHaveLength(1);
  await expect.poll(storedCount).toBe(0);
});

it("asks for the file again when the browser has thrown it away, and keeps the text", async () => {
  const { server, uploads, screen, field, button } = await enter();
  choose(screen, aText(screen, "notes.txt"));
  await field.fill("From the hill");
  await button("Send").click();
  await expect.element(button("Stop sending notes.txt")).toBeVisible();
  await expect
    .poll(async () => (await screen.window.indexedDB.databases()).map(({ name }) => name))
    .toContain("tribe:v1:outbox");
  const root = await screen.window.navigator.storage.getDirectory();
  // Thrown away before the copy is whole, it would be there again.
  await expect.poll(() => sizesIn(root)).toContain(aText(screen, "notes.txt").size);
  await expect
    .poll(() =>
      root.removeEntry(unsentFolder, { recursive: true }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await screen.reload();
  const { log } = chatOf(screen);
  await expect.element(log.getByText("From the hill")).toBeVisible();
  await expect.element(button("Choose notes.txt again")).toBeVisible();
  uploads.release();
  addFiles(screen, screen.getByLabelText("notes.txt, again").element(), [aText(screen, "notes.txt")]);
  await expect
    .poll(() => sent(server).map(({ text, attachments }) => [text, attachments?.length]))
    .toEqual([["From the hill", 1]]);
});

it("says without a network and without a place to keep files that the tab has to stay, and sends once it is back", async () => {
  const withoutFolder = ({ Navigator: Inside }: Screen["window"]): void =>
    void Reflect.deleteProperty(Inside.prototype, "storage");
  const { server, uploads, screen, button, log } = await enter({ isHeld: false, browser: withoutFolder });
  uploads.lose();
  screen.goOffline();
  choose(screen, aText(screen, "notes.txt"));
  await button("Send").click();
  await expect.element(log.getByText("Sends when you're back, if this tab stays open")).toBeVisible();
  await expect.element(log.getByText("notes.txt").first()).toBeVisible();
  uploads.release();
  screen.goOnline();
  await expect.poll(() => sent(server).map(({ attachments }) => attachments?.length)).toEqual([1]);
  await expect.element(log.getByRole("link", { name: /^Save notes\.txt/ })).toBeVisible();
});

it("tells a newcomer before Send how many files still go, sends those with the text, and keeps the rest", async () => {
  const until = screenTime + 49 * minutes;
  const limits = { until, filesLeft: 1, linksLeft: 0 };
  const { server, uploads, screen, field, button, log } = await enter({ isHeld: false, room: { newcomer: limits } });
  choose(screen, aText(screen, "one.txt"), aText(screen, "two.txt"));
  const note = screen.getByText(/^New here: 5 files in your first hour, 1 left\. More at /);
  await expect.element(note).toHaveTextContent(/The first goes now, the rest waits here\.$/);
  await field.fill("Two lists");
  server.answer(roomAnswer(mara, lines, { newcomer: { ...limits, filesLeft: 0 } }));
  await button("Send").click();
  await expect.element(log.getByRole("article", { name: /^You, Two lists/ })).toBeVisible();
  expect(sent(server).map(({ text, attachments }) => [text, attachments])).toEqual([
    ["Two lists", [uploads.uploads.find(({ name }) => name === "one.txt")?.id]],
  ]);
  await expect.element(trayOf(screen).getByRole("button", { name: "Remove two.txt" })).toBeVisible();
  await expect.element(screen.getByText(/none left\. More at .* Your files wait here\.$/)).toBeVisible();
  await expect.element(button("Send")).toHaveAttribute("aria-disabled", "true");
  await field.fill("Look at https://example.com");
  await expect.element(screen.getByText(/New here: 2 links in your first hour, none left\./)).toBeVisible();
  await expect.element(button("Send")).toHaveAttribute("aria-disabled", "true");
  await field.fill("Look at this");
  await button("Send").click();
  await expect.poll(() => sent(server).map(({ text }) => text)).toEqual(["Two lists", "Look at this"]);
});
