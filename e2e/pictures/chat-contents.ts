import { createPerson, type Person } from "@tribe/devkit";
import type { Page } from "playwright-core";
import { drawnPicture, recordedVideo } from "../support/made/media.ts";
import { say } from "../support/page/at-the-page.ts";
import { sol, tokens } from "../support/people/people.ts";
import type { Scene } from "../support/scene.ts";

/** Extreme contents of a chat: words longer than a line, right-to-left text, very long messages and many pictures. */

const guests = new WeakMap<Scene, Promise<Person>>();

const newGuest = async ({ name, tribe, ownMint }: Scene): Promise<Person> => {
  const person = await createPerson({ appUrl: tribe.appUrl });
  await person.connectX({ name: "نور الهدى عبد الرحمن", username: `${name}guest` });
  await person.fundByAirdrop(sol(20));
  await person.trade(ownMint, { side: "buy", tokens: tokens(12) });
  await person.join(ownMint);
  return person;
};

/** A person in the member's own Tribe with a right-to-left name; the same in all pictures of a scene. */
export const guestOf = (scene: Scene): Promise<Person> => {
  const known = guests.get(scene) ?? newGuest(scene);
  guests.set(scene, known);
  return known;
};

const open = (page: Page, { tribe, ownMint }: Scene) => page.goto(`${tribe.appUrl}/chat/${ownMint}`);
const sent = (page: Page) => page.getByText("Sending…").waitFor({ state: "detached" });

/** Sends messages of the guest, one after the other, and opens the chat. */
export const hearGuest =
  (...lines: readonly string[]) =>
  async (page: Page, scene: Scene): Promise<void> => {
    const chat = await (await guestOf(scene)).openChat(scene.ownMint);
    await open(page, scene);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    for (const line of lines) await chat.send(line);
    await chat.close();
    await page
      .getByRole("log", { name: "Messages" })
      .getByText(lines.at(-1)?.slice(0, 30) ?? "")
      .last()
      .waitFor();
  };

export const hardTexts = [
  "مساء الخير! أحضرت القهوة إلى النار، والثمن 0.25 SOL فقط.",
  `${"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2)}!`,
  "https://example.com/a/very/long/path/that/nobody/would/ever/type/by/hand?and=a&query=that&goes=on&and=on",
  "ש.ל.ו.ם, see you at the fire 🔥🔥🔥",
] as const;

/** 4,000 characters, the most that a message takes. */
export const longText = "Twelve seats around one fire, and each of them has a story to tell. "
  .repeat(60)
  .slice(0, 4_000);

/** Waits until all pictures of the rendered messages have loaded. */
const shown = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>("[role=log] article button img")].every(
      ({ complete, naturalWidth }) => complete && naturalWidth > 0,
    ),
  );
};

const addPictures = async (page: Page, from: number, count: number): Promise<void> => {
  const files = [];
  for (let index = from; index < from + count; index += 1)
    files.push({ name: `picture-${index}.png`, mimeType: "image/png", buffer: await drawnPicture(page, index) });
  await page.getByLabel("Files to add").setInputFiles(files);
};

/** Sends forty pictures in four messages, the most that a message takes. */
export const sendFortyPictures = async (page: Page): Promise<void> => {
  const tray = page.getByRole("list", { name: "Files of this message" });
  for (const from of [0, 10, 20, 30]) {
    await addPictures(page, from, 10);
    await tray.getByRole("listitem").nth(9).waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await tray.waitFor({ state: "detached", timeout: 60_000 });
  }
  await sent(page);
  await shown(page);
};

export const sendVideo = async (page: Page): Promise<void> => {
  const buffer = await recordedVideo(page);
  await page.getByLabel("Files to add").setInputFiles([{ name: "fire.webm", mimeType: "video/webm", buffer }]);
  await say(page, "The fire, this morning");
  await page
    .getByRole("button", { name: /^Play video/ })
    .last()
    .waitFor({ timeout: 60_000 });
  await shown(page);
};

/** Somebody else writes while this person has a long draft. */
export const typeLong = async (page: Page, scene: Scene): Promise<void> => {
  await open(page, scene);
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(longText.slice(0, 3_900));
  await field.press("End");
};

/** Reduces the screen to what is left above a phone's keyboard. */
export const openKeyboard = async (page: Page, scene: Scene): Promise<void> => {
  const size = page.viewportSize();
  if (!size) return;
  await open(page, scene);
  await page.getByRole("textbox", { name: "Message" }).click();
  await page.setViewportSize({ width: size.width, height: 440 });
  // The list adapts to the remaining space.
  await page.waitForFunction(() => {
    const list = document.querySelector("[role=log]")?.getBoundingClientRect();
    return [...document.querySelectorAll("[role=log] article")].some((message) => {
      const { top, bottom } = message.getBoundingClientRect();
      return list && top < list.bottom && bottom > list.top;
    });
  });
};
