import { apiErrors, bioMaxLines, type LocalUser, routes } from "@tribe/contract";
import { accountTexts, connectSocialTexts, pageTexts, texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "./checks/accessible.ts";
import { aPerson } from "./fixtures/people.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen } from "./support/open-screen.ts";

const neverAnswered = new Promise<never>(() => undefined);

it("offers installation where the browser supports it, and opens the browser's prompt on a press", async () => {
  const screen = await openScreen("/you", { server: scriptedServer() });
  await expect.element(screen.getByRole("region", { name: "Settings" })).toBeVisible();
  // Only a browser that is not headless sends this event by itself.
  const offer = new screen.window.Event("beforeinstallprompt", { cancelable: true });
  let prompts = 0;
  screen.window.dispatchEvent(
    Object.assign(offer, {
      prompt: async () => {
        prompts += 1;
      },
    }),
  );
  expect(offer.defaultPrevented).toBe(true);
  const row = screen.getByRole("button", { name: /^Install Tribe/ });
  await expect.element(row).toBeVisible();
  await expectAccessible(screen);
  expect(prompts).toBe(0);
  await row.click();
  await expect.element(row).not.toBeInTheDocument();
  expect(prompts).toBe(1);
});

it("confirms before it unlinks X, requires X before the profile, which is edited by keyboard and keeps its input", async () => {
  let person: LocalUser = aPerson();
  const { twitter } = person;
  const change = (next: Partial<LocalUser>): LocalUser => {
    person = { ...person, ...next };
    return person;
  };
  const server = scriptedServer(
    on(routes.identity.signIn, () => ({ localUser: person })),
    on(routes.social.unlinkX, () => ({ twitter: change({ twitter: null }).twitter })),
    on(routes.social.startX, () => {
      change({ twitter });
      // X sends the person back at once.
      return { authorizationUrl: "/you?social=connected" };
    }),
    on(routes.identity.updateUser, ({ body }) => ({ localUser: change(body) })),
  );
  const screen = await openScreen("/you", { server, as: person });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  await screen.getByRole("button", { name: /^Manage socials/ }).click();
  await expect.element(button("Unlink X")).toBeVisible();
  await expectAccessible(screen);
  await button("Unlink X").click();
  await expect.element(button("Unlink")).toBeVisible();
  await expectAccessible(screen);
  expect(server.callsOf(routes.social.unlinkX)).toEqual([]);
  await button("Unlink").click();
  await expect.element(screen.getByText(texts.xUnlinked)).toBeVisible();
  await expect.element(button("Connect X")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();

  await button("Edit profile").click();
  await expect.element(screen.getByText(connectSocialTexts.edit)).toBeVisible();
  await button("Connect X").click();
  await expect.element(screen.getByText(pageTexts.xConnected)).toBeVisible();
  expect(server.callsOf(routes.social.startX).map(({ body }) => body)).toEqual([{ returnTo: "/you" }]);
  const bio = screen.getByRole("textbox", { name: "Bio" });
  await bio.fill("Typed before a reload");
  await expectAccessible(screen);
  await screen.reload();
  await button("Edit profile").click();
  await expect.element(bio).toHaveValue("Typed before a reload");
  await bio.fill(Array.from({ length: bioMaxLines + 1 }, (_, index) => index + 1).join("\n"));
  await expect.element(screen.getByText(`${bioMaxLines} lines at most`)).toBeVisible();
  await expect.element(button("Save")).toBeDisabled();
  await bio.fill("Two lines\nof a bio");
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await expect.element(screen.getByText(accountTexts.profileSaved)).toBeVisible();
  expect(server.callsOf(routes.identity.updateUser).map(({ body }) => body)).toEqual([{ bio: "Two lines\nof a bio" }]);
  // The closing form still shows the text as well.
  await expect.element(screen.getByRole("region", { name: "Profile" }).getByText("Two lines of a bio")).toBeVisible();
});

it("says how to change a name from which no symbol can be made", async () => {
  const name = "✨ ✨";
  const as = aPerson({ displayName: name, pfp: "/face.png", twitter: { id: "x-1", handle: "_", name } });
  const server = scriptedServer();
  // What a creation costs is not known yet.
  server.answerNode({ getMultipleAccounts: () => neverAnswered, getRecentPrioritizationFees: () => neverAnswered });
  const screen = await openScreen("/you", { server, as });
  await screen.getByRole("button", { name: "Create your Tribe" }).click();
  await expect.element(screen.getByText(apiErrors.symbol_unusable.message)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Create", exact: true })).toBeDisabled();
  await expectAccessible(screen);
});
