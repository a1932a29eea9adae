import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mint } from "@tribe/contract";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { holdCalls } from "../support/faults.ts";
import { blackPicture, drawnPicture, largePhoto, recordedVideo } from "../support/made/media.ts";
import { desktop, type Looks, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { primaryButtons } from "../support/page/screen-faults.ts";
import { gather } from "../support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// File attachments between a Chief on a desktop and a member on a phone.

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let chief: Visitor;
let member: Visitor;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
  const [one, other] = await Promise.all([signUpWithX(tribe, "mediachief"), signUpWithX(tribe, "mediamember")]);
  mint = await gather([one.person, other.person]);
  [chief, member] = [await enter(desktop, one), await enter(phone, other, 600_000)];
  // Set while the page is open. Whatever follows works by the server's time.
  await chief.page.evaluate(setClock, -3 * 86_400_000);
});
afterAll(leaveProduct);

/** Runs in the page: a device's clock that is wrong by some milliseconds. */
const setClock = (off: number): void => {
  const right = Date.now.bind(Date);
  Date.now = () => right() + off;
};

const enter = async (looks: Looks, somebody: SignedInPerson, clockOff = 0): Promise<Visitor> => {
  const visitor = await newVisitorAs(browser, looks, somebody);
  if (clockOff !== 0) await visitor.page.addInitScript(setClock, clockOff);
  await visit(visitor.page, `${tribe.appUrl}/chat/${mint}`);
  await visitor.page
    .getByRole("textbox", { name: "Message", exact: true })
    .waitFor()
    .catch(async (error: unknown) => {
      await picture(visitor.page, "failed-media-entry");
      throw new Error(visitor.complaints.join("\n"), { cause: error });
    });
  return visitor;
};
const watch = () => reportFailure("media", () => ({ visitors: [chief, member] }));
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true }).click();
/** Drops files and folders of this machine, or an address, on the chat. */
const drop = async (page: Page, { files = [], address }: { files?: string[]; address?: string }): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const box = await page.getByRole("textbox", { name: "Message", exact: true }).boundingBox();
  if (!box) throw new Error("no place to drop on");
  const items = address === undefined ? [] : [{ mimeType: "text/uri-list", data: address }];
  const drag = { x: box.x + 20, y: box.y - 120, data: { items, files, dragOperationsMask: 1 } };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await devtools.send("Input.dispatchDragEvent", { type, ...drag });
  await devtools.detach();
};
const isLoaded = (image: Locator) =>
  expect
    .poll(() => image.evaluate((each) => each instanceof HTMLImageElement && each.complete && each.naturalWidth > 0))
    .toBe(true);

it("sends pictures from the Chief's desktop to the member's phone, who opens them enlarged and browses them by keyboard", async () => {
  watch();
  const [{ page }, other] = [chief, member.page];
  const buffer = await drawnPicture(page);
  const files = ["dusk.png", "dawn.png"].map((name) => ({ name, mimeType: "image/png", buffer }));
  const uploads = await holdCalls(page, "**/upload/**", { matches: (request) => request.method() === "PATCH" });
  await page.getByLabel("Files to add").setInputFiles(files);
  const tray = page.getByRole("list", { name: "Files of this message" });
  await tray.getByRole("button", { name: "Pause dawn.png" }).waitFor();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("From the hill");
  await send(page);
  // In the chat at once, from the file itself, and the composer is free.
  await tray.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Stop sending dawn.png" }).waitFor();
  await isLoaded(page.getByRole("button", { name: "Open picture dusk.png" }).locator("img"));
  uploads.release();
  const shown = other.getByRole("button", { name: /^Open picture d/ });
  await shown.nth(1).waitFor();
  await page.unrouteAll();
  await isLoaded(shown.first().locator("img"));
  await shown.first().click();
  const large = other.getByRole("img", { name: "dusk.png" });
  await isLoaded(large);
  await other.keyboard.press("ArrowRight");
  await isLoaded(other.getByRole("img", { name: "dawn.png" }));
  await other.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
});

it("draws a photo of 64 megapixels smaller before its upload, beside the page, upright as the phone was held", async () => {
  watch();
  const [{ page }, other] = [chief, member.page];
  const buffer = await largePhoto(page);
  // Without a worker the page would draw it itself, and stand still meanwhile.
  const restore = await page.evaluateHandle(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = () => {
      throw new Error("drawn in the page");
    };
    return () => {
      HTMLCanvasElement.prototype.toBlob = toBlob;
    };
  });
  await page.getByLabel("Files to add").setInputFiles([{ name: "sunset.jpg", mimeType: "image/jpeg", buffer }]);
  await send(page);
  const image = other.getByRole("button", { name: "Open picture sunset.jpg" }).locator("img");
  await isLoaded(image);
  await restore.evaluate((put) => put());
  const shown = await image.evaluate((each) => {
    if (!(each instanceof HTMLImageElement)) throw new Error("no picture");
    const canvas = document.createElement("canvas");
    const { naturalWidth: width, naturalHeight: height } = each;
    [canvas.width, canvas.height] = [width, height];
    const pen = canvas.getContext("2d");
    pen?.drawImage(each, 0, 0);
    const levels = [height / 4, (height * 3) / 4].map((y) => [...(pen?.getImageData(width / 2, y, 1, 1).data ?? [])]);
    return { width, height, colours: levels.map(([red = 0, , blue = 0]) => (red > blue ? "red" : "blue")) };
  });
  expect(shown).toEqual({ width: 960, height: 1_280, colours: ["red", "blue"] });
});

it("shows a video's poster, and plays the video in place", async () => {
  watch();
  const [{ page }, other] = [chief, member.page];
  const buffer = await recordedVideo(page);
  await page.getByLabel("Files to add").setInputFiles([{ name: "fire.webm", mimeType: "video/webm", buffer }]);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("It moves");
  await send(page);
  const poster = other.getByRole("button", { name: /^Play video fire\.webm, 0:0/ });
  await poster.waitFor();
  await isLoaded(poster.locator("img"));
  await poster.click();
  const video = other.locator('video[aria-label="Video fire.webm"]');
  await expect
    .poll(() => video.evaluate((each) => each instanceof HTMLVideoElement && each.currentTime > 0))
    .toBe(true);
});

it("records a voice note on the phone, which the desktop plays in place", async () => {
  watch();
  const { page } = member;
  await page.getByRole("button", { name: "Record a voice note" }).click();
  const timer = page.getByRole("timer");
  await expect.poll(() => timer.textContent()).toMatch(/^0:(0[1-9]|[1-5]\d)$/);
  await page.getByRole("button", { name: "Send voice note" }).click();
  const play = chief.page.getByRole("button", { name: "Play Voice note" });
  await play.waitFor();
  // The ember colour is for a screen's main action only.
  expect(await primaryButtons(chief.page)).not.toContain("Play Voice note");
  await play.click();
  const place = chief.page.getByRole("slider", { name: "Place in Voice note" });
  await expect.poll(async () => Number(await place.inputValue())).toBeGreaterThan(0);
});

it("says why a file is rejected, and sends the message once it is removed", async () => {
  watch();
  const { page } = chief;
  const whole = await drawnPicture(page);
  const longName = `${"minutes of the meeting ".repeat(8)}.exe`;
  await page.getByLabel("Files to add").setInputFiles([
    { name: "header.png", mimeType: "image/png", buffer: whole.subarray(0, 60) },
    { name: "half.png", mimeType: "image/png", buffer: whole.subarray(0, 4_000) },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("A list of seats") },
    { name: longName, mimeType: "", buffer: Buffer.from("MZ") },
    { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
    { name: "wall.png", mimeType: "image/png", buffer: blackPicture(12_000, 9_000) },
  ]);
  await page.getByText("header.png: This file can't be read. It may be damaged.").waitFor();
  await page.getByText("empty.txt: This file is empty.").waitFor();
  await page.getByText("wall.png: This picture has 108 megapixels; 100 is the most. Send a smaller copy.").waitFor();
  const folder = await mkdtemp(join(tmpdir(), "tribe-media-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "a-folder"));
  const [beside, gone] = [join(folder, "beside.txt"), join(folder, "gone.txt")];
  await Promise.all([writeFile(beside, "beside it"), writeFile(gone, "a first text")]);
  await drop(page, { address: "https://example.com/a.png" });
  await page.getByText("That can't be added by dropping. Save it as a file first, and add that.").waitFor();
  await drop(page, { files: [join(folder, "a-folder"), beside] });
  await page.getByText("Folders can't be added. Add the files in them.").waitFor();
  const creation = await holdCalls(page, "**/upload", { matches: (request) => request.method() === "POST" });
  await page.getByLabel("Files to add").setInputFiles(gone);
  await page.getByRole("button", { name: "Pause gone.txt" }).waitFor();
  await writeFile(gone, "another one, and longer");
  creation.release();
  await page.getByText("gone.txt: This file can't be read any more. Add it again.").waitFor();
  await page.unrouteAll();
  for (const name of ["header.png", "empty.txt", "wall.png", "gone.txt"])
    await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page
    .getByText(/notes.txt/)
    .first()
    .waitFor();
  await send(page);
  await member.page.getByRole("link", { name: /^Save notes\.txt/ }).waitFor();
  await member.page.getByRole("link", { name: /^Save beside\.txt/ }).waitFor();
  // Half of a picture is shown as the sender's browser shows it.
  await isLoaded(member.page.getByRole("button", { name: "Open picture half.webp" }).locator("img"));
  const ending = member.page.getByText("meeting .exe", { exact: true });
  await ending.scrollIntoViewIfNeeded();
  expect(await ending.evaluate((each) => each.getBoundingClientRect().right < innerWidth)).toBe(true);
  const download = member.page.waitForEvent("download");
  await member.page.getByRole("link", { name: /^Save notes\.txt/ }).click();
  expect((await download).suggestedFilename()).toBe("notes.txt");
});

it("saves the holders as a file for the Chief, on a desktop and on a phone", async () => {
  watch();
  const { page } = chief;
  const save = async (group: RegExp): Promise<readonly string[]> => {
    const dialog = page.getByRole("dialog", { name: "Export holders snapshot" });
    await dialog.getByRole("radio", { name: group }).check();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    await dialog.waitFor({ state: "detached" });
    expect(file.suggestedFilename()).toMatch(/-(holders|members)-\d{4}-\d{2}-\d{2}\.csv$/);
    return (await readFile(await file.path(), "utf8")).split("\r\n");
  };
  await page.getByRole("tab", { name: "Chart" }).click();
  await page.getByRole("button", { name: "Export holders snapshot" }).click();
  const [header, ...holders] = await save(/^All holders/);
  expect(header).toMatch(/^\ufeffrank,address,displayName,"tokens at slot \d+, .*Z",share in percent,isMember$/);
  expect(holders.map((line) => line.split(",")[2])).toEqual(expect.arrayContaining(["mediachief", "mediamember"]));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Export holders snapshot" }).click();
  const [, ...members] = await save(/^Members/);
  expect(members.map((line) => line.split(",").slice(2).join())).toEqual([
    expect.stringMatching(/^mediamember,.*,true$/),
    "",
  ]);
  await page.setViewportSize(desktop.viewport);
});
