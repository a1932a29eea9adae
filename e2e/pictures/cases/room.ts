import type { Page } from "playwright-core";
import type { BookScene } from "../book-scene.ts";
import { writeConversation } from "../conversation.ts";
import {
  answerWith,
  chatPath,
  failCalls,
  isPhone,
  openWithoutCache,
  ownChatPath,
  press,
  pressInHeader,
  waitForDialog,
} from "./acts.ts";
import { by, samePage } from "./picture-case.ts";

const own = /^You, Yes, for everybody/;
const others = /It's short/;

/** Opens the chat with the conversation. */
const enterRoom = async (page: Page, scene: BookScene): Promise<void> => {
  await writeConversation(scene);
  await openWithoutCache(page, scene, ownChatPath(scene));
  // It opens at the first unread message when somebody else has written since.
  const toNewest = page.getByRole("button", { name: /^To the newest message/ });
  await toNewest
    .or(page.getByRole("article", { name: others }).last())
    .first()
    .waitFor();
  if (await toNewest.isVisible()) await toNewest.click();
  await page.getByRole("article", { name: others }).last().waitFor();
};

/** Opens a message's menu by keyboard. */
const openMenu = async (page: Page, message: RegExp): Promise<void> => {
  const article = page.getByRole("article", { name: message }).last();
  await article.focus();
  await page.keyboard.press("Enter");
  await waitForDialog(page);
};

const enterAndOpenMenu = (message: RegExp) => async (page: Page, scene: BookScene) => {
  await enterRoom(page, scene);
  await openMenu(page, message);
};

const choose = (message: RegExp, what: string) => async (page: Page, scene: BookScene) => {
  await enterAndOpenMenu(message)(page, scene);
  await page.getByRole("dialog").getByRole("button", { name: what, exact: true }).click();
};
/** The same for an item that opens a dialog; waits for the dialog. */
const chooseDialog = (message: RegExp, what: string, title: RegExp) => async (page: Page, scene: BookScene) => {
  await choose(message, what)(page, scene);
  await page.getByRole("dialog", { name: title }).waitFor();
};

/** Mocks the Tribe's answer for a person in that state, and waits until the page shows it. */
const asIf =
  (state: "expired" | "banned", told: string, more: object = {}) =>
  async (page: Page, scene: BookScene) => {
    await answerWith(page, "token/profile", () => ({ subscribeState: state, ...more }));
    await openWithoutCache(page, scene, chatPath(scene));
    await page.getByText(told).waitFor();
  };

/** A conversation, the actions on its messages, and a chat without a seat in it. */
export const roomCases = by("member", [
  { name: "chat-conversation", path: "/tribes", act: enterRoom },
  {
    name: "dialog-message-menu",
    path: samePage,
    act: (page) => openMenu(page, own),
  },
  { name: "dialog-others-message-menu", path: "/tribes", act: enterAndOpenMenu(others) },
  { name: "chat-answering", path: "/tribes", act: choose(others, "Reply") },
  { name: "chat-editing", path: "/tribes", act: choose(own, "Edit") },
  {
    name: "dialog-liked-by",
    path: "/tribes",
    act: async (page, scene) => {
      await choose(own, "Liked by")(page, scene);
      await page.getByRole("dialog", { name: "Liked by" }).getByRole("listitem").first().waitFor();
    },
  },
  { name: "dialog-report", path: "/tribes", act: chooseDialog(others, "Report", /^Report message/) },
  { name: "dialog-block", path: "/tribes", act: chooseDialog(others, "Block author", /^Block /) },
  { name: "dialog-delete-message", path: "/tribes", act: chooseDialog(own, "Delete", /^Delete this message/) },
  {
    name: "dialog-share-message",
    path: "/tribes",
    act: async (page, scene) => {
      await choose(own, "Share image")(page, scene);
      await page.getByRole("dialog").getByRole("img").first().waitFor();
    },
  },
  {
    name: "dialog-chat-search",
    path: ownChatPath,
    act: async (page) => {
      await pressInHeader(page, "Search messages");
      await page.getByRole("dialog").getByRole("searchbox").fill("track");
      await page
        .getByRole("dialog")
        .getByText(/the new track/)
        .first()
        .waitFor();
    },
  },
  {
    name: "dialog-tribe-settings",
    path: ownChatPath,
    act: async (page) => {
      await pressInHeader(page, "Tribe settings");
      await page.getByRole("dialog").getByRole("switch").first().waitFor();
    },
  },
  {
    name: "dialog-members",
    path: ownChatPath,
    act: async (page) => {
      await press(page, "Members");
      await page
        .getByText(/seats are taken|Booted/)
        .first()
        .waitFor();
    },
  },
  {
    name: "dialog-export-holders",
    path: ({ ownMint }) => `/token/${ownMint}`,
    act: async (page) => {
      // On a desktop the button is with the holders: scrolled to their heading, so that the picture does not depend on what is
      // above.
      if (!isPhone(page))
        await page.getByRole("region", { name: "Top holders" }).evaluate((node) => node.scrollIntoView());
      await pressInHeader(page, "Export holders snapshot");
      await waitForDialog(page);
    },
  },
  {
    name: "chat-folded",
    path: ownChatPath,
    act: async (page) => {
      // A phone starts with folded seats when few members are in.
      const fold = page.getByRole("button", { name: "Fold the seats" });
      const show = page.getByRole("button", { name: "Show the seats" });
      await fold.or(show).waitFor();
      if (await fold.isVisible()) await fold.click();
      await show.waitFor();
    },
    after: (page) => press(page, "Show the seats"),
  },
  {
    name: "chat-booted",
    path: "/tribes",
    act: asIf("expired", "You're outside", { seatLostAt: Date.now() - 12 * 60_000 }),
  },
  {
    name: "chat-gave-up",
    path: "/tribes",
    act: asIf("expired", "You gave up seat 1", {
      seatLostAt: Date.now() - 12 * 60_000,
      seatLoss: { code: "seat.outranked", tokensToReturn: "60000000000", gaveUp: { seat: 1 } },
      tradeInfo: { entryThresholdTokens: "60000000000", entryThresholdTokensForCompare: "60000000000" },
    }),
  },
  { name: "chat-blocked", path: "/tribes", act: asIf("banned", "The Chief has blocked you from this chat") },
]);

const goingLive = by("member", [
  {
    name: "dialog-go-live",
    path: ownChatPath,
    act: async (page) => {
      await press(page, "Go live");
      await page.getByRole("dialog", { name: "Go live" }).locator("video").waitFor();
    },
    isMoving: true,
  },
  {
    name: "live-stage",
    path: samePage,
    act: async (page) => {
      await page.getByRole("textbox", { name: /What is it about/ }).fill("Night call-in");
      await page.getByRole("dialog", { name: "Go live" }).getByRole("button", { name: "Go live", exact: true }).click();
      await page.getByRole("list", { name: "On the stage" }).getByText("You").waitFor();
    },
    isMoving: true,
  },
]);
const seenLive = by("visitor", [
  {
    name: "home-live",
    path: "/",
    act: (page) => page.getByText("Live,").first().waitFor({ state: "attached" }),
  },
  {
    name: "home-live-unreadable",
    path: "/you",
    act: async (page, scene) => {
      await failCalls(page, "token/profile");
      await openWithoutCache(page, scene, "/");
      await page.getByRole("heading", { name: "Live now" }).waitFor();
      await page.getByRole("link", { name: /Night call-in/ }).waitFor();
    },
    isWide: true,
  },
  { name: "chat-door-live", path: ownChatPath },
]);
const leaving = by("member", [
  {
    name: "dialog-leave-live",
    path: samePage,
    act: async (page) => {
      await press(page, "Leave live");
      await waitForDialog(page);
    },
    after: async (page) => {
      await page.getByRole("dialog").getByRole("button", { name: /End/ }).first().click();
      await page.getByRole("list", { name: "On the stage" }).waitFor({ state: "detached" });
    },
    isMoving: true,
  },
]);

/** Last, because the member's Tribe is live meanwhile: as the Chief sees it, and as others see it. */
export const liveCases = [...goingLive, ...seenLive, ...leaving];
