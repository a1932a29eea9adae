import { mediaTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import type { Screen } from "./support/open-screen.ts";
import { aText, choose, enter, sent, sizesIn, unsentFolder } from "./support/sending.ts";

// Files of messages on their way, in the browser's own storage: our limit, and two tabs.

const rootOf = ({ window }: Screen) => window.navigator.storage.getDirectory();
/** Large enough that its sender is told to keep the tab open, and copied in several pieces. */
const largeBytes = 21_000_000;
const aLargeFile = ({ window }: Screen, name: string): File =>
  new window.File([new window.Uint8Array(largeBytes)], name, { type: "application/zip" });

it("keeps 200 MB of all messages together and no more, and keeps files again once there is room", async () => {
  const { server, uploads, screen, button } = await enter();
  const root = await rootOf(screen);
  const folder = await root.getDirectoryHandle(unsentFolder, { create: true });
  const others = 200_000_000 - largeBytes + 1;
  const writer = await (await folder.getFileHandle("others", { create: true })).createWritable();
  await writer.truncate(others);
  await writer.close();
  choose(screen, aLargeFile(screen, "film.zip"));
  await button("Send").click();
  await expect.element(screen.getByText(mediaTexts.onlyInTab)).toBeVisible();
  expect(await sizesIn(root)).toEqual([others]);
  choose(screen, aText(screen, "notes.txt"));
  await button("Send").click();
  await expect.poll(() => sizesIn(root).then((sizes) => sizes.length)).toBe(2);
  await folder.removeEntry("others");
  choose(screen, aLargeFile(screen, "sequel.zip"));
  await button("Send").click();
  await expect.poll(() => sizesIn(root)).toContain(largeBytes);
  uploads.release();
  await expect.poll(() => new Set(sent(server).map(({ clientId }) => clientId)).size).toBe(3);
  await expect.poll(() => sizesIn(root)).toEqual([]);
});

it("is sent by one of two tabs, and by the other one from where it stopped once the first is closed", async () => {
  const first = await enter();
  const { server, uploads } = first;
  choose(first.screen, aText(first.screen, "notes.txt"));
  await first.field.fill("From the hill");
  await first.button("Send").click();
  const root = await rootOf(first.screen);
  await expect.poll(() => sizesIn(root).then((sizes) => sizes.filter((size) => size > 0))).toHaveLength(1);
  const second = await first.inAnotherTab();
  await expect
    .poll(async () => (await navigator.locks.query()).pending?.map(({ name = "" }) => name).join())
    .toContain("send:");
  // The second has found it, and waits for the tab that sends it.
  expect(uploads.uploads).toHaveLength(1);
  expect(second.screen.getByText("From the hill").elements()).toEqual([]);
  first.screen.close();
  await expect.element(second.log.getByText("From the hill").first()).toBeVisible();
  uploads.release();
  await expect.poll(() => sent(server).map(({ text }) => text)).toEqual(["From the hill"]);
  expect(uploads.uploads).toHaveLength(1);
  await expect.poll(() => sizesIn(root)).toEqual([]);
});
