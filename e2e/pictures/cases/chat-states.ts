import type { Page } from "playwright-core";
import { drawnPicture } from "../../support/made/media.ts";
import { say } from "../../support/page/at-the-page.ts";
import type { BookScene } from "../book-scene.ts";
import { answerWith, chatPath, failCalls, openWithoutCache, ownChatPath, press } from "./acts.ts";
import { by, samePage } from "./picture-case.ts";

const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

const plan = "a-plan-for-tonight-and-tomorrow.txt";

/** Opens the member's own chat and waits for the message field. */
const enterOwnRoom = async (page: Page, scene: BookScene): Promise<void> => {
  await page.goto(`${scene.tribe.appUrl}${ownChatPath(scene)}`);
  await field(page).waitFor();
};

/** The chat of another Chief, as if it had these settings. */
const withSettings = (settings: object, more: object, told: RegExp) => async (page: Page, scene: BookScene) => {
  await answerWith(page, "chat/room", (room) => ({ settings: Object.assign({}, room.settings, settings), ...more }));
  await openWithoutCache(page, scene, chatPath(scene));
  await page.getByText(told).waitFor();
};

const chooseFiles = async (page: Page): Promise<void> => {
  const files = [
    { name: "dusk.png", mimeType: "image/png", buffer: await drawnPicture(page) },
    { name: plan, mimeType: "text/plain", buffer: Buffer.alloc(300_000, "plan ") },
  ];
  await page.getByLabel("Files to add").setInputFiles(files);
};

/** A chat without a connection, chats with restricted writing, and what the message field offers besides text. */
export const chatStateCases = by("member", [
  {
    name: "chat-reconnecting",
    path: "/tribes",
    act: async (page, scene) => {
      await failCalls(page, "realtime/token");
      await enterOwnRoom(page, scene);
      await page
        .getByText(/Connecting…/)
        .first()
        .waitFor();
      await say(page, "Are you still there?");
      await page.getByText("Sends when you're back").waitFor();
    },
    after: async (page) => {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.getByText("Sends when you're back").waitFor({ state: "detached" });
    },
  },
  {
    name: "chat-slow-mode",
    path: "/tribes",
    act: withSettings({ slowMode: 300 }, { waitSeconds: 240 }, /^Slow mode: you can write again in/),
  },
  {
    name: "chat-chief-writes",
    path: "/tribes",
    act: withSettings({ onlyChiefWrites: true }, {}, /^Only the Chief writes/),
  },
  {
    name: "chat-system-paused",
    path: "/tribes",
    act: async (page, scene) => {
      await answerWith(page, "/config", () => ({ isSystemPaused: true }));
      await openWithoutCache(page, scene, chatPath(scene));
      await page.getByText(/^System upgrade in progress/).waitFor();
      await field(page).waitFor();
    },
  },
  {
    name: "chat-mention",
    path: "/tribes",
    act: async (page, scene) => {
      await enterOwnRoom(page, scene);
      await field(page).pressSequentially("Look at this @");
      await page.getByRole("option").first().waitFor();
    },
    after: (page) => field(page).fill(""),
  },
  {
    name: "chat-emoji",
    path: "/tribes",
    act: async (page, scene) => {
      await enterOwnRoom(page, scene);
      await press(page, "Emoji");
      await page.getByRole("searchbox", { name: "Find an emoji" }).fill("fire");
      await page.getByRole("button", { name: "fire", exact: true }).waitFor();
    },
  },
  {
    name: "chat-upload",
    path: "/tribes",
    act: async (page, scene) => {
      await page.route("**/upload/**", (route) =>
        route.request().method() === "PATCH" ? undefined : route.continue(),
      );
      await enterOwnRoom(page, scene);
      await chooseFiles(page);
      await page.getByRole("button", { name: "Pause dusk.png" }).waitFor();
      await field(page).fill("From the hill");
      await press(page, "Send");
      await page.getByText("Sends when everything is uploaded.").waitFor();
    },
  },
  {
    name: "chat-upload-failed",
    path: "/tribes",
    act: async (page, scene) => {
      await page.route("**/upload/**", (route) => route.fulfill({ status: 503, json: { code: "storage_full" } }));
      await enterOwnRoom(page, scene);
      await chooseFiles(page);
      await page.getByRole("button", { name: `Try ${plan} again` }).waitFor();
      await page.getByRole("button", { name: "Try dusk.png again" }).waitFor();
    },
    after: async (page) => {
      const tray = page.getByRole("list", { name: "Files of this message" });
      for (const name of ["dusk.png", plan]) await tray.getByRole("button", { name: `Remove ${name}` }).click();
      await field(page).fill("");
    },
  },
  {
    name: "chat-voice-recording",
    path: "/tribes",
    act: async (page, scene) => {
      await enterOwnRoom(page, scene);
      await press(page, "Record a voice note");
      await page.getByRole("timer").getByText("0:02").waitFor();
    },
    isMoving: true,
  },
  {
    name: "chat-voice-note",
    path: samePage,
    act: async (page) => {
      await press(page, "Send voice note");
      await page.getByRole("button", { name: "Play Voice note" }).last().waitFor();
    },
    isMoving: true,
  },
  {
    name: "chat-lightbox",
    path: "/tribes",
    act: async (page, scene) => {
      await enterOwnRoom(page, scene);
      await page.getByLabel("Files to add").setInputFiles([
        { name: "dusk.png", mimeType: "image/png", buffer: await drawnPicture(page) },
        { name: "dawn.png", mimeType: "image/png", buffer: await drawnPicture(page, 1) },
      ]);
      await page.getByRole("list", { name: "Files of this message" }).getByRole("listitem").nth(1).waitFor();
      await say(page, "From the hill");
      await page.getByRole("button", { name: "Open picture dusk.png" }).last().click();
      await page.getByRole("img", { name: "dusk.png" }).waitFor();
      await page.waitForFunction(() =>
        [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      );
    },
    after: (page) => page.keyboard.press("Escape"),
  },
]);
