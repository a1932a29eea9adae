import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { lena, lenasTribe, linesOfJonas, roomServer } from "./fixtures/rooms.ts";
import { download, on } from "./server/answers.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";
import { addFiles, savedFiles } from "./support/saved-files.ts";

// Files that leave the page or come into it. Uploads and what others see of them: e2e/gate/media.test.ts.

const { mint } = lenasTribe;
const path = `/chat/${mint}`;
const lines = linesOfJonas(3);

it.for([
  ["a desktop", sizes.desktop, /^All holders/, "holders"],
  ["a phone", sizes.smallPhone, /^Members/, "members"],
] as const)("saves the holders as a file for the Chief, on %s", async ([, size, group, who]) => {
  const table = "\ufeffrank,address,displayName\r\n1,AAAA,Jonas Fell\r\n";
  const server = roomServer(lena, lines, {}, on(routes.market.snapshotFile, download(table)));
  const screen = await openScreen(path, { server, as: lena, size });
  const { button, closed } = chatOf(screen);
  const saved = savedFiles(screen);
  const dialog = screen.getByRole("dialog", { name: "Export holders snapshot" });
  await (size === sizes.desktop ? screen.getByRole("tab", { name: "Chart" }) : button("More")).click();
  await button("Export holders snapshot").click();
  await dialog.getByRole("radio", { name: group }).click();
  await dialog.getByRole("button", { name: "Export CSV" }).click();
  await closed();
  expect(server.callsOf(routes.market.snapshotFile).map(({ query }) => query)).toEqual([{ mint, who }]);
  expect(saved.map(({ name }) => name)).toEqual([
    expect.stringMatching(new RegExp(`-${who}-\\d{4}-\\d{2}-\\d{2}\\.csv$`)),
  ]);
});

it("says why a file or an address can't be added, and removes the file", async () => {
  const screen = await openScreen(path, { server: roomServer(lena, lines), as: lena, size: sizes.desktop });
  const { button, log, row } = chatOf(screen);
  await expect.element(row("Line 3")).toBeVisible();
  const { DataTransfer: Transfer, DragEvent: Drag } = screen.window;
  const dropped = new Transfer();
  dropped.items.add("https://example.com/a.png", "text/uri-list");
  for (const type of ["dragenter", "dragover", "drop"])
    log.element().dispatchEvent(new Drag(type, { bubbles: true, cancelable: true, dataTransfer: dropped }));
  const words = "That can't be added by dropping. Save it as a file first, and add that.";
  await expect.element(screen.getByText(words)).toBeVisible();
  addFiles(screen, screen.getByLabelText("Files to add").element(), [
    new File([], "empty.txt", { type: "text/plain" }),
  ]);
  const said = screen.getByText("empty.txt: This file is empty.");
  await expect.element(said).toBeVisible();
  await button("Remove empty.txt").click();
  await expect.element(said).not.toBeInTheDocument();
  await expect.element(screen.getByRole("list", { name: "Files of this message" })).not.toBeInTheDocument();
});
