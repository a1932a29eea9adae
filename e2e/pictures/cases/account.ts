import type { Page } from "playwright-core";
import type { BookScene } from "../book-scene.ts";
import { answerWith, failCalls, neverAnswer, openWithoutCache, press } from "./acts.ts";
import { by } from "./picture-case.ts";

/** The dialog that adds SOL while calls to a URL with this part get no answer, or fail. */
const addSol =
  (hinder: (page: Page) => Promise<unknown>) =>
  async (page: Page, { tribe }: BookScene): Promise<void> => {
    await hinder(page);
    await page.goto(`${tribe.appUrl}/wallet`);
    await press(page, "Add");
    await page.getByRole("heading", { name: "From another chain" }).waitFor();
  };

/** Adding SOL and connecting an account while they are pending, and when they fail. */
export const newcomerStateCases = by("newcomer", [
  {
    name: "dialog-add-sol-loading",
    path: "/you",
    act: addSol((page) => neverAnswer(page, "fund/bridge")),
  },
  {
    name: "dialog-add-sol-bridge-failed",
    path: "/you",
    act: async (page, scene) => {
      await addSol((one) => failCalls(one, "fund/bridge"))(page, scene);
      await page.getByRole("button", { name: "Try again" }).waitFor();
    },
  },
  {
    name: "dialog-add-sol-card-waits",
    path: "/wallet",
    act: async (page, { tribe }) => {
      await press(page, "Add");
      await press(page, "Pay by card");
      await page.getByRole("button", { name: "Pay", exact: true }).waitFor();
      await page.goto(`${tribe.appUrl}/wallet`);
      await page.getByText("Waiting for the card payment…").waitFor();
    },
    after: (page) => press(page, "Pay again"),
  },
  {
    name: "dialog-social-denied",
    path: "/you?social=denied",
    act: (page) => page.getByRole("dialog").getByRole("alert").waitFor(),
  },
  {
    name: "dialog-social-taken",
    path: "/you?social=taken",
    act: (page) => page.getByRole("dialog").getByRole("alert").waitFor(),
  },
  {
    name: "dialog-farcaster",
    path: "/you",
    act: async (page) => {
      await press(page, /^Connect social/);
      await press(page, "Connect Farcaster");
      await page.getByRole("img", { name: /QR code/ }).waitFor();
    },
    after: (page) => press(page, "Cancel"),
  },
]);

/** An account from its data to its deletion. */
export const accountCases = by("member", [
  {
    name: "dialog-profile-too-long",
    path: "/you",
    act: async (page) => {
      await press(page, "Edit profile");
      await page.getByRole("textbox", { name: "Bio" }).fill("one\ntwo\nthree\nfour\nfive");
      await page.getByText("4 lines at most").waitFor();
    },
  },
  {
    name: "dialog-sign-out-device",
    path: "/you/security",
    act: async (page) => {
      await press(page, "Sign out Unknown device");
      await page.getByRole("dialog", { name: "Sign out that device?" }).waitFor();
    },
  },
  {
    name: "security-error",
    path: "/you",
    act: async (page, scene) => {
      await failCalls(page, "auth/sessions");
      await openWithoutCache(page, scene, "/you/security");
      await page.getByRole("button", { name: "Try again" }).first().waitFor();
    },
  },
  {
    name: "account-downloaded",
    path: "/you/account",
    act: async (page) => {
      await Promise.all([page.waitForEvent("download"), press(page, "Download my data")]);
      await page.getByText("Your data is saved").waitFor();
    },
  },
  {
    name: "dialog-delete-account-code",
    path: "/you/account",
    act: async (page) => {
      await press(page, "Delete account");
      await page.getByRole("checkbox", { name: "I understand that this can't be undone" }).check();
      await press(page, "Mail me the code");
      await page.getByRole("textbox", { name: "Code" }).waitFor();
    },
  },
  {
    name: "home-paused",
    path: "/you",
    act: async (page, { tribe }) => {
      await answerWith(page, "v1/config", () => ({ isSystemPaused: true }));
      await page.goto(tribe.appUrl);
      await page.getByText("System upgrade in progress. Certain onchain features paused.").waitFor();
    },
  },
]);
