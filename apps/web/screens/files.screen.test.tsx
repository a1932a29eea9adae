import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { settled } from "./checks/look.ts";
import { aConfig } from "./fixtures/everyday.ts";
import { lena, lenasTribe, linesOfJonas, roomServer } from "./fixtures/rooms.ts";
import { download, on } from "./server/answers.ts";
import { holdBack } from "./server/hold-back.ts";
import { mediaStates } from "./states/media.states.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, openState, type Screen, sizes } from "./support/open-screen.ts";
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

const refusal = (name: string) => new DOMException("", name);
it.for([
  ["Your browser blocks the microphone. Allow it beside the address", () => refusal("NotAllowedError")],
  ["No microphone was found.", () => refusal("NotFoundError")],
  // What WebKit says for none; in older browsers it is no DOMException.
  ["No microphone was found.", () => Object.assign(new Error(), { name: "OverconstrainedError" })],
  ["Your microphone is in use by another app.", () => refusal("NotReadableError")],
  ["Couldn't open your microphone. Try again.", () => new TypeError("not a function")],
] as const)("says why no voice note can be recorded: %s", async ([words, problem]) => {
  const screen = await openScreen(path, { server: roomServer(lena, lines), as: lena });
  const { button, field } = chatOf(screen);
  screen.window.navigator.mediaDevices.getUserMedia = () => Promise.reject(problem());
  await button("Record a voice note").click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(field).toBeVisible();
});

/** A WAV file with a tenth of a second of silence: 8,000 samples of 8 bits a second. */
const silence = ({ window }: Screen): string => {
  const number = (value: number, bytes: number) =>
    Array.from({ length: bytes }, (_, index) => (value >> (8 * index)) & 255);
  const format = [...number(16, 4), ...number(1, 2), ...number(1, 2), ...number(8_000, 4), ...number(8_000, 4)];
  const parts = ["RIFF", [...number(836, 4)], "WAVEfmt ", [...format, 1, 0, 8, 0], "data", number(800, 4)];
  const bytes = parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part)));
  const samples = new Uint8Array(800).fill(128);
  return window.URL.createObjectURL(new window.Blob([...bytes, samples], { type: "audio/wav" }));
};

it("plays a sound once it has an address, and on the next try when it couldn't be fetched", async () => {
  const server = mediaStates.others.server();
  const config = holdBack();
  // Nothing can be fetched from there.
  server.answer(on(routes.system.config, config.until(aConfig({ uploadUrl: "http://localhost:1" }))));
  const screen = await openState(mediaStates.others, { server });
  const play = screen.getByRole("button", { name: "Play Voice note" });
  await play.click();
  expect(screen.window.document.querySelector("audio")).toBeNull();
  config.release();
  const failed = screen.getByText("Couldn't play. Try again.");
  await expect.element(failed).toBeVisible();
  const audio = screen.window.document.querySelector("audio");
  // A browser pauses what failed, and may say so after the failure was found.
  audio?.dispatchEvent(new screen.window.Event("pause"));
  await settled(screen);
  await expect.element(failed).toBeVisible();
  const ended = new Promise((resolve) => audio?.addEventListener("ended", resolve, { once: true }));
  if (audio) audio.src = silence(screen);
  await play.click();
  await ended;
  await expect.element(screen.getByText("Couldn't play. Try again.")).not.toBeInTheDocument();
});

it("plays voice notes at the speed that was chosen last, which the device keeps", async () => {
  const screen = await openState(mediaStates.others);
  const rate = () => screen.window.document.querySelector("audio")?.playbackRate;
  await expect.poll(rate).toBe(1);
  await screen.getByRole("button", { name: "Speed 1×" }).click();
  await screen.getByRole("button", { name: "Speed 1.5×" }).click();
  await expect.element(screen.getByRole("button", { name: "Speed 2×" })).toBeVisible();
  await expect.poll(rate).toBe(2);
  await screen.reload();
  await expect.element(screen.getByRole("button", { name: "Speed 2×" })).toBeVisible();
  await expect.poll(rate).toBe(2);
  await screen.getByRole("button", { name: "Speed 2×" }).click();
  await expect.poll(rate).toBe(1);
});

it("offers to save a sound and a video that this browser can't play", async () => {
  // What is there of each is a picture.
  const screen = await openState(mediaStates.others);
  await screen.getByRole("button", { name: "Play Voice note" }).click();
  await expect.element(screen.getByText("Your browser can't play this sound.")).toBeVisible();
  await screen.getByRole("button", { name: "Play video fire.mp4" }).click();
  await expect.element(screen.getByText("Your browser can't play this video.")).toBeVisible();
});

it("plays a video on the next try, when it couldn't be fetched", async () => {
  const server = mediaStates.others.server();
  server.answer(on(routes.system.config, aConfig({ uploadUrl: "http://localhost:1" })));
  const screen = await openState(mediaStates.others, { server });
  await screen.getByRole("button", { name: "Play video fire.mp4" }).click();
  await screen.getByRole("button", { name: "Couldn't play. Try again. Play video fire.mp4" }).click();
  await expect
    .element(screen.getByRole("button", { name: "Couldn't play. Try again. Play video fire.mp4" }))
    .toBeVisible();
});
