import type { Page } from "playwright-core";
import { askForCode } from "../../support/page/at-the-page.ts";
import { chatPath, failCalls, goOffline, neverAnswer, openWithoutCache, press, tokenPath } from "./acts.ts";
import { by, samePage } from "./picture-case.ts";

/** Scrolls to the list, which is below the introduction for visitors. */
const toList = (page: Page): Promise<void> =>
  page
    .getByText("Leaderboard", { exact: true })
    .first()
    .evaluate((node) => node.scrollIntoView({ block: "start" }));

/** The app for a person who is not signed in. */
export const visitorCases = by("visitor", [
  // The seats appear a moment after the first paint.
  {
    name: "home",
    path: "/",
    act: (page) =>
      page
        .getByText(/^Seat now /)
        .first()
        .waitFor(),
  },
  { name: "home-migrated", path: "/?tab=migrated", act: toList },
  { name: "home-newest", path: "/?sort=newest", act: toList },
  { name: "home-nothing-found", path: "/?q=zzzzqq", act: toList },
  {
    name: "home-loading",
    path: "/",
    act: async (page) => {
      await neverAnswer(page, "token/list");
      // A list that was not opened before: the others are shown from the cache.
      await page.getByText("4h", { exact: true }).click();
      await toList(page);
    },
  },
  {
    name: "home-error",
    path: "/",
    act: async (page) => {
      await failCalls(page, "token/list");
      await page.getByText("1d", { exact: true }).click();
      await page.getByRole("button", { name: "Try again" }).first().waitFor();
      await toList(page);
    },
  },
  { name: "home-offline", path: "/", act: goOffline },
  { name: "token", path: tokenPath },
  { name: "token-offline", path: tokenPath, act: goOffline },
  { name: "chat-door", path: chatPath },
  { name: "members", path: ({ mint }) => `/chat/${mint}?view=members` },
  { name: "user", path: ({ chief }) => `/user/${chief.address}` },
  { name: "user-unknown", path: "/user/So11111111111111111111111111111111111111112" },
  { name: "tribes", path: "/tribes" },
  { name: "wallet", path: "/wallet" },
  { name: "you", path: "/you" },
  { name: "earnings", path: "/earnings" },
  { name: "not-found", path: "/nowhere" },
  {
    name: "part-missing",
    path: "/",
    act: async (page) => {
      await page.route("**/assets/YouPage-*", (route) => route.abort());
      await page.getByRole("link", { name: "You", exact: true }).click();
      await page.getByRole("heading", { name: "This page didn't load" }).waitFor();
    },
  },
  {
    name: "dialog-how-it-works",
    path: "/",
    act: async (page) => {
      await press(page, /^How it works$/);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "dialog-sign-in",
    path: "/you",
    act: async (page) => {
      await press(page, "Sign in with e-mail");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "dialog-sign-in-code",
    path: "/you",
    act: async (page, { name }) => {
      await press(page, "Sign in with e-mail");
      await askForCode(page, `${name}-visitor@example.com`);
    },
  },
  {
    name: "dialog-sign-in-wrong-code",
    path: samePage,
    act: async (page) => {
      await page.getByRole("textbox", { name: "Code" }).fill("000000");
      await page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    name: "token-loading",
    path: "/you",
    act: async (page, scene) => {
      await neverAnswer(page, "token/profile");
      await openWithoutCache(page, scene, "/");
      await page
        .getByRole("list", { name: /^Tribes by/ })
        .getByRole("link")
        .first()
        .click();
      await page.getByRole("status", { name: "Loading the token" }).waitFor();
    },
  },
  {
    name: "home-people-found",
    path: "/?q=Member",
    act: (page) =>
      page
        .getByText(/^Member book/)
        .first()
        .waitFor(),
  },
  { name: "security", path: "/you/security" },
  {
    name: "dialog-share",
    path: tokenPath,
    act: async (page) => {
      await press(page, "Share");
      await page.getByRole("dialog").getByRole("img").first().waitFor();
    },
  },
  {
    name: "own-page-signed-out",
    path: ({ tribe }) => `${tribe.config().signerUrl}/#wallet`,
    act: (page) => page.getByRole("heading", { name: "Open Tribe first" }).waitFor(),
  },
  {
    name: "dialog-shortcuts",
    path: "/",
    act: async (page) => {
      const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      // The shortcuts work once the page has loaded.
      while (!(await list.isVisible())) {
        await page.keyboard.press("?");
        await list.waitFor({ timeout: 2_000 }).catch(() => undefined);
      }
    },
  },
]);
