import { askForCode } from "../../support/page/at-the-page.ts";
import { breakOff, goOffline, hold, press, to, toChat, toToken, waitForDialog } from "./acts.ts";
import { by } from "./picture-case.ts";

/** The app for somebody who is not signed in. */
export const visitorCases = by("visitor", [
  { name: "home", path: to("/") },
  { name: "home-migrated", path: to("/?tab=migrated") },
  { name: "home-newest", path: to("/?sort=newest") },
  { name: "home-nothing-found", path: to("/?q=zzzzqq") },
  {
    name: "home-loading",
    path: to("/"),
    act: async (page) => {
      await hold(page, "token/list");
      await page.getByRole("tab", { name: "Migrated" }).click();
    },
  },
  {
    name: "home-error",
    path: to("/"),
    act: async (page) => {
      await breakOff(page, "token/list");
      await page.getByRole("tab", { name: "Migrated" }).click();
      await page.getByRole("button", { name: "Try again" }).first().waitFor();
    },
  },
  { name: "home-offline", path: to("/"), act: goOffline },
  { name: "token", path: toToken },
  { name: "token-offline", path: toToken, act: goOffline },
  { name: "chat-door", path: toChat },
  { name: "members", path: ({ mint }) => `/chat/${mint}?view=members` },
  { name: "user", path: ({ chief }) => `/user/${chief.address}` },
  { name: "user-unknown", path: to("/user/So11111111111111111111111111111111111111112") },
  { name: "tribes", path: to("/tribes") },
  { name: "wallet", path: to("/wallet") },
  { name: "you", path: to("/you") },
  { name: "earnings", path: to("/earnings") },
  { name: "not-found", path: to("/nowhere") },
  {
    name: "part-missing",
    path: to("/"),
    act: async (page) => {
      await page.route("**/assets/YouPage-*", (route) => route.abort());
      await page.getByRole("link", { name: "You", exact: true }).click();
      await page.getByRole("heading", { name: "This page didn't load" }).waitFor();
    },
  },
  {
    name: "dialog-how-it-works",
    path: to("/"),
    act: async (page) => {
      await press(page, /^How it works$/);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "dialog-sign-in",
    path: to("/you"),
    act: async (page) => {
      await press(page, "Sign in with e-mail");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "dialog-sign-in-code",
    path: to("/you"),
    act: async (page, { name }) => {
      await press(page, "Sign in with e-mail");
      await askForCode(page, `${name}-visitor@example.com`);
    },
  },
  {
    name: "token-loading",
    path: to("/"),
    act: async (page) => {
      await hold(page, "token/profile");
      await page
        .getByRole("list", { name: /^Tribes by/ })
        .getByRole("link")
        .first()
        .click();
      await page.waitForURL("**/token/*");
      await page.getByRole("status").first().waitFor();
    },
  },
  {
    name: "home-people-found",
    path: to("/?q=Member"),
    act: (page) =>
      page
        .getByText(/^Member book/)
        .first()
        .waitFor(),
  },
  { name: "security", path: to("/you/security") },
  {
    name: "dialog-share",
    path: toToken,
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
    path: to("/"),
    act: async (page) => {
      await page.keyboard.press("?");
      await waitForDialog(page);
    },
  },
]);
