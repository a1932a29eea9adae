import { expect } from "vitest";
import { lenasTribe, linesOfJonas, mara, roomServer, takeMessages } from "../fixtures/rooms.ts";
import type { ScriptedServer } from "../server/scripted-server.ts";
import { chatOf } from "./chat.ts";
import { openScreen, type Screen, sizes } from "./open-screen.ts";
import { addFiles } from "./saved-files.ts";
import { scriptedUploads } from "./uploads.ts";

const path = `/chat/${lenasTribe.mint}`;
const lines = linesOfJonas(3);

/** The messages that the page has handed to the server. */
export const sent = (server: ScriptedServer) => server.realtime.frames.filter((frame) => frame.type === "send");

interface Circumstances {
  readonly isHeld?: boolean;
  readonly room?: Parameters<typeof roomServer>[2];
  readonly browser?: (window: Screen["window"]) => void;
}
/** A member's room, whose uploads the test holds. `inAnotherTab` opens the same room of the same person once more. */
export const enter = async (options: Circumstances = {}) => {
  const server = roomServer(mara, lines, options.room);
  const uploads = scriptedUploads(server);
  if (options.isHeld ?? true) uploads.hold();
  takeMessages(server, mara, 3, uploads.attachmentOf);
  const browser = (window: Screen["window"]): void => {
    uploads.install(window);
    options.browser?.(window);
  };
  const open = async (keepsStorage: boolean) => {
    const screen = await openScreen(path, { server, as: mara, size: sizes.desktop, browser, keepsStorage });
    const chat = chatOf(screen);
    await expect.element(chat.row("Line 3")).toBeVisible();
    return { screen, ...chat };
  };
  return { server, uploads, inAnotherTab: () => open(true), ...(await open(false)) };
};

export const aPicture = async ({ window }: Screen, name: string): Promise<File> => {
  const canvas = new window.OffscreenCanvas(600, 400);
  const pen = canvas.getContext("2d");
  if (pen) pen.fillStyle = "#c2410c";
  pen?.fillRect(0, 0, 300, 400);
  return new window.File([await canvas.convertToBlob({ type: "image/png" })], name, { type: "image/png" });
};
export const aText = ({ window }: Screen, name: string, text = "A list of seats"): File =>
  new window.File([text], name, { type: "text/plain" });
export const choose = (screen: Screen, ...files: readonly File[]): void =>
  addFiles(screen, screen.getByLabelText("Files to add").element(), files);

export const unsentFolder = "tribe-unsent";
/** The sizes of the files that the browser keeps for messages on their way. */
export const sizesIn = async (root: FileSystemDirectoryHandle): Promise<readonly number[]> => {
  const folder = await root.getDirectoryHandle(unsentFolder).catch(() => null);
  const found: number[] = [];
  for await (const handle of folder?.values() ?? []) if ("getFile" in handle) found.push((await handle.getFile()).size);
  return found;
};
