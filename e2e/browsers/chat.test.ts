import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blackPicture } from "../support/made/media.ts";
import { writeMessage } from "../support/page/at-the-page.ts";
import { gather } from "../support/people/people.ts";
import { signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { engines } from "./driver/engines.ts";
import { desktop, phone, picture, signIn, usePeople } from "./driver/people.ts";
import type { EngineFound, EngineScreen } from "./driver/screen.ts";

// What people do in a chat, each on a screen of their own; each sees what the other does.

let tribe: Tribe;
let folder: string;

beforeAll(async () => {
  [tribe, folder] = await Promise.all([startTribe({ hasOwnName: true }), mkdtemp(join(tmpdir(), "tribe-browsers-"))]);
  await writeFile(join(folder, "night.png"), blackPicture(640, 400));
});
afterAll(async () => {
  await tribe?.stop();
  await rm(folder, { recursive: true, force: true });
});

const log = (screen: EngineScreen): EngineFound => screen.getByRole("log", { name: "Messages" });
/** The newest message with this text. */
const row = (screen: EngineScreen, text: string): EngineFound =>
  log(screen).getByRole("article", { name: text }).last();
const field = (screen: EngineScreen): EngineFound => screen.getByRole("textbox", { name: "Message", exact: true });
/** Presses a button of the bar that a mouse opens beside a message. */
const pressBeside = async (message: EngineFound, name: string): Promise<void> => {
  await message.hover();
  await message.getByRole("button", { name, exact: true }).click();
};

describe.each(engines)("in $name", (engine) => {
  const test = it.skipIf(!engine.isHere);
  const person = usePeople(engine, { lena: desktop, mara: phone });
  const enter = async () => {
    const home = tribe.config().appUrl;
    const prefix = engine.name.toLowerCase();
    const [lena, mara] = await Promise.all([
      signUpWithX(tribe, `${prefix}_lena`, "Lena Ash"),
      signUpWithX(tribe, `${prefix}_mara`, "Mara Ember"),
    ]);
    const mint = await gather([lena.person, mara.person]);
    for (const [visitor, somebody] of [
      [person("lena"), lena],
      [person("mara"), mara],
    ] as const) {
      await signIn(visitor, home, somebody);
      await visitor.screen.open(`${home}/chat/${mint}`);
      await field(visitor.screen).waitFor();
    }
  };

  test("sends a picture, which the other sees and opens", async () => {
    await enter();
    const [a, b] = [person("lena").screen, person("mara").screen];
    await a.getByLabel("Files to add").setInputFiles([join(folder, "night.png")]);
    await a.getByRole("list", { name: "Files of this message" }).waitFor();
    await field(a).fill("From the hill");
    await a.getByRole("button", { name: "Send", exact: true }).click();
    await b.getByRole("button", { name: /^Open picture night/ }).click();
    const large = b.getByRole("dialog").getByRole("img", { name: /^night/ });
    await large.waitFor();
    await expect
      .poll(() =>
        b.evaluate(() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)),
      )
      .toBe(true);
    await picture(person("mara"), "picture");
    await b.keyboard.press("Escape");
    await large.waitFor({ state: "detached" });
  });

  test("shows emoji, likes and replies of one to the other", async () => {
    const [a, b] = [person("lena").screen, person("mara").screen];
    await writeMessage(a, "Boards are here");
    await row(b, "Boards are here").waitFor();
    await pressBeside(row(a, "Boards are here"), "React with an emoji");
    await a.getByRole("searchbox", { name: "Find an emoji" }).fill("fire");
    await a.getByRole("button", { name: "fire", exact: true }).click();
    await row(b, "Boards are here").getByRole("button", { name: "🔥, 1" }).waitFor();
    await pressBeside(row(b, "Boards are here"), "Like");
    await row(a, "Boards are here").getByRole("button", { name: "Like, 1" }).waitFor();
    await pressBeside(row(b, "Boards are here"), "Reply");
    await b.getByText("Reply to", { exact: true }).waitFor();
    await writeMessage(b, "Thanks for them");
    await row(a, "Thanks for them")
      .getByRole("button", { name: /Boards are here/ })
      .waitFor();
    await field(b).click();
    await b.getByRole("button", { name: "Emoji", exact: true }).click();
    await b.getByRole("searchbox", { name: "Find an emoji" }).fill("fire");
    await b.getByRole("button", { name: "fire", exact: true }).click();
    await expect.poll(() => field(b).inputValue()).toBe("🔥");
    await b.getByRole("button", { name: "Send", exact: true }).click();
    await row(a, "🔥").waitFor();
    await picture(person("lena"), "reactions");
  });

  test("edits a message by the Up arrow, and deletes it", async () => {
    const [a, b] = [person("lena").screen, person("mara").screen];
    await writeMessage(a, "Well done");
    await row(b, "Well done").waitFor();
    // Others may receive it before its author's page knows that it is stored; until then it can't be edited.
    for (const editing = a.getByText("Edit message"); !(await editing.isVisible()); ) {
      await field(a).click();
      await a.keyboard.press("ArrowUp");
      await editing.waitFor({ timeout: 2_000 }).catch(() => undefined);
    }
    await a.keyboard.press("End");
    await a.keyboard.type(" all");
    await a.keyboard.press("Enter");
    await row(b, "Well done all").getByText("edited").waitFor();
    await pressBeside(row(a, "Well done all"), "More");
    await a.getByRole("menuitem", { name: "Delete" }).click();
    await a.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await log(b).getByText("Deleted", { exact: true }).waitFor();
  });

  test("writes a message of four lines in a field that grows with them", async () => {
    const [a, b] = [person("mara").screen, person("lena").screen];
    await field(a).fill("one");
    for (const line of ["two", "three", "four"]) {
      await a.keyboard.press("Shift+Enter");
      await a.keyboard.type(line);
    }
    expect(await field(a).inputValue()).toBe("one\ntwo\nthree\nfour");
    await picture(person("mara"), "four-lines");
    await expect
      .poll(() =>
        a.evaluate(() =>
          [...document.querySelectorAll("textarea")].map((each) => each.scrollHeight - each.clientHeight),
        ),
      )
      .toEqual([0]);
    await a.keyboard.press("Enter");
    await row(b, "four").waitFor();
  });
});
