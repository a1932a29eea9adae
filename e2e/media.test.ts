import { readFile } from "node:fs/promises";
import type { Mint } from "@tribe/contract";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { holdCalls } from "./support/faults.ts";
import {
  accessFaults,
  desktop,
  type Looks,
  openBrowser,
  phone,
  picture,
  type Visitor,
  visit,
} from "./support/page/browser.ts";

import { drawnPicture, recordedVideo } from "./support/page/made-media.ts";
import { primaryButtons } from "./support/page/screen-faults.ts";
import { gather } from "./support/people/people.ts";
import { newVisitorAs, type SignedInPerson, signUpWithX } from "./support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "./support/product/tribe.ts";

// File attachments between a Chief on a desktop and a member on a phone.

let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let chief: Visitor;
let member: Visitor;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([startTribe(), openBrowser()]);
  const [one, other] = await Promise.all([signUpWithX(tribe, "mediachief"), signUpWithX(tribe, "mediamember")]);
  mint = await gather([one.person, other.person]);
  chief = await enter(desktop, one);
  member = await enter(phone, other);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});

const enter = async (looks: Looks, somebody: SignedInPerson): Promise<Visitor> => {
  const visitor = await newVisitorAs(browser, looks, somebody);
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
const watch = () =>
  onTestFailed(async () => {
    await picture(chief.page, "failed-media-chief");
    await picture(member.page, "failed-media-member");
    process.stdout.write(`${chief.complaints.join("\n")}\n${member.complaints.join("\n")}\n`);
  });
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true }).click();
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
  await page.getByText("Sends when everything is uploaded.").waitFor();
  expect(await accessFaults(page, "media-uploading")).toEqual([]);
  uploads.release();
  await tray.waitFor({ state: "detached" });
  await page.unrouteAll();
  const shown = other.getByRole("button", { name: /^Open picture d/ });
  await shown.nth(1).waitFor();
  await isLoaded(shown.first().locator("img"));
  expect(await accessFaults(page, "media-desktop")).toEqual([]);
  expect(await accessFaults(other, "media-phone")).toEqual([]);
  await shown.first().click();
  const large = other.getByRole("img", { name: "dusk.png" });
  await isLoaded(large);
  expect(await accessFaults(other, "media-lightbox")).toEqual([]);
  await other.keyboard.press("ArrowRight");
  await isLoaded(other.getByRole("img", { name: "dawn.png" }));
  await other.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
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
  expect(await accessFaults(other, "media-video")).toEqual([]);
  await poster.click();
  const video = other.locator('video[aria-label="Video fire.webm"]');
  await expect
    .poll(() => video.evaluate((each) => each instanceof HTMLVideoElement && each.currentTime > 0))
    .toBe(true);
  await picture(other, "media-video-plays");
});

it("records a voice note on the phone, which the desktop plays in place", async () => {
  watch();
  const { page } = member;
  await page.getByRole("button", { name: "Record a voice note" }).click();
  const timer = page.getByRole("timer");
  await expect.poll(() => timer.textContent()).toMatch(/^0:(0[1-9]|[1-5]\d)$/);
  expect(await accessFaults(page, "media-recording")).toEqual([]);
  await page.getByRole("button", { name: "Send voice note" }).click();
  const play = chief.page.getByRole("button", { name: "Play Voice note" });
  await play.waitFor();
  expect(await accessFaults(chief.page, "media-voice")).toEqual([]);
  // The ember colour is for a screen's main action only.
  expect(await primaryButtons(chief.page)).not.toContain("Play Voice note");
  await play.click();
  const place = chief.page.getByRole("slider", { name: "Place in Voice note" });
  await expect.poll(async () => Number(await place.inputValue())).toBeGreaterThan(0);
});

it("says why a file is rejected, and sends the message once it is removed", async () => {
  watch();
  const { page } = chief;
  const broken = (await drawnPicture(page)).subarray(0, 4_000);
  await page.getByLabel("Files to add").setInputFiles([
    { name: "half.png", mimeType: "image/png", buffer: broken },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("A list of seats") },
  ]);
  await page.getByText("This file can't be read. It may be damaged.").waitFor();
  expect(await accessFaults(page, "media-refused")).toEqual([]);
  await page.getByRole("button", { name: "Remove half.png" }).click();
  await page
    .getByText(/notes.txt/)
    .first()
    .waitFor();
  await send(page);
  await member.page.getByRole("link", { name: /^Save notes\.txt/ }).waitFor();
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
    expect(await accessFaults(page, `export-${page.viewportSize()?.width}`)).toEqual([]);
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
