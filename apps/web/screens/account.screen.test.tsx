import { framedWalletPagePath, handedOverFragment, lamports, routes } from "@tribe/contract";
import { accountTexts, partitionTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { aPerson, aUser } from "./fixtures/people.ts";
import { asAuthor, jonas, lena, lenasTribe, mara, roomServer, said } from "./fixtures/rooms.ts";
import { before, days, hours } from "./fixtures/time.ts";
import { download, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";
import { savedFiles } from "./support/saved-files.ts";

// One person's account on a phone: its sessions, whom it has blocked, its data, its end.

const person = aPerson();
const looks = { size: sizes.smallPhone, colorScheme: "light" } as const;
const buttonOf = (screen: Screen) => (name: string) => screen.getByRole("button", { name, exact: true });

it("lists a person's sessions, and ends one of them", async () => {
  const session = (sessionId: string, device: string, isThis: boolean) => ({
    ...{ sessionId, device, isThis, network: "203.0.113.0/24" },
    ...{ signedInAt: before(3 * days), usedAt: before(hours), expiresAt: before(-20 * days) },
  });
  const own = session("session-1", "Firefox on Linux", true);
  const other = session("session-2", "Unknown device", false);
  const server = scriptedServer(on(routes.identity.sessions, { sessions: [own, other] }));
  server.answer(
    on(routes.identity.endSession, () => {
      server.answer(on(routes.identity.sessions, { sessions: [own] }));
      return {};
    }),
  );
  const screen = await openScreen("/you/security", { server, as: person, ...looks });
  const button = buttonOf(screen);
  await expect.element(screen.getByText("This device", { exact: true })).toBeVisible();
  await button("Sign out Unknown device").click();
  const question = screen.getByRole("dialog", { name: "Sign out that device?" });
  await expect.element(question).toBeVisible();
  expect(server.callsOf(routes.identity.endSession)).toEqual([]);
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect.element(screen.getByText("Signed out", { exact: true })).toBeVisible();
  await expect.element(button("Sign out Unknown device")).not.toBeInTheDocument();
  expect(server.callsOf(routes.identity.endSession).map(({ body }) => body)).toEqual([{ sessionId: "session-2" }]);
});

it("gives the wallet's frame what the wallet's window has sealed for it, and says how to open the page anew", async () => {
  const server = scriptedServer();
  const screen = await openScreen(`${framedWalletPagePath}${handedOverFragment("AbC-_9")}`, {
    server,
    as: person,
    ...looks,
  });
  const asked = await server.wallet.requested("ownPage");
  expect(asked.request.handedOver).toBe("AbC-_9");
  const frame = screen.getByTitle("Your wallet's own page");
  // It saves a kit, and leaves for the window in which a passkey is made; no other frame of the wallet may.
  await expect
    .element(frame)
    .toHaveAttribute(
      "sandbox",
      "allow-scripts allow-same-origin allow-downloads allow-top-navigation-by-user-activation",
    );
  asked.fail("refused", partitionTexts.reopen);
  await expect.element(screen.getByRole("alert")).toHaveTextContent(partitionTexts.reopen);
  await expect.element(screen.getByRole("link", { name: "Open your wallet's own page" })).toBeVisible();
  await expect.element(frame).not.toBeInTheDocument();
});

it("hides a blocked person's messages, and shows them again after unblocking", async () => {
  const blocked = { ...asAuthor(lena), blockedAt: before(hours) };
  const server = roomServer(mara, [said(1, "from the Chief", lena), said(2, "from Jonas", jonas)]);
  server.answer(
    on(routes.market.standing, { since: before(30 * days), seats: [], holdings: [], count: 0, value: lamports(0n) }),
    on(routes.identity.userProfile, { user: aUser({ displayName: lena.displayName, uid: lena.uid }), tokens: [] }),
    on(routes.account.block, () => {
      server.answer(on(routes.account.blocks, { blocks: [blocked] }));
      return {};
    }),
    on(routes.account.unblock, () => {
      server.answer(on(routes.account.blocks, { blocks: [] }));
      return {};
    }),
  );
  const profile = await openScreen(`/user/${lena.address}`, { server, as: mara, ...looks });
  await buttonOf(profile)("Block").click();
  await profile
    .getByRole("dialog", { name: "Block Lena Ash?" })
    .getByRole("button", { name: "Block", exact: true })
    .click();
  await expect.element(profile.getByText("Lena Ash is blocked")).toBeVisible();
  await expect.element(buttonOf(profile)("Unblock")).toBeVisible();
  expect(server.callsOf(routes.account.block).map(({ body }) => body)).toEqual([{ uid: lena.uid }]);
  profile.close();
  const chat = await openScreen(`/chat/${lenasTribe.mint}`, { server, as: mara, ...looks });
  await expect.element(chat.getByText("from Jonas")).toBeVisible();
  await expect.element(chat.getByText("From somebody you blocked")).toBeVisible();
  expect(chat.getByText("from the Chief").elements()).toEqual([]);
  await buttonOf(chat)("Show").click();
  await expect.element(chat.getByText("from the Chief")).toBeVisible();
  chat.close();
  const account = await openScreen("/you/account", { server, as: mara, ...looks });
  await buttonOf(account)("Unblock Lena Ash").click();
  await expect.element(account.getByText("Lena Ash is unblocked")).toBeVisible();
  await expect.element(buttonOf(account)("Unblock Lena Ash")).not.toBeInTheDocument();
  account.close();
  const again = await openScreen(`/chat/${lenasTribe.mint}`, { server, as: mara, ...looks });
  await expect.element(again.getByText("from the Chief")).toBeVisible();
});

it("saves all of a person's stored data as a file", async () => {
  const data = JSON.stringify({ profile: { email: person.email } });
  const server = scriptedServer(on(routes.account.exportData, download(data)));
  const screen = await openScreen("/you/account", { server, as: person, ...looks });
  const saved = savedFiles(screen);
  await buttonOf(screen)("Download my data").click();
  await expect.element(screen.getByText(accountTexts.dataSaved)).toBeVisible();
  expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^tribe-data-\d{4}-\d{2}-\d{2}\.json$/)]);
  expect(await saved[0]?.text()).toBe(data);
});

it("deletes an account with a mailed code, after it has said what goes and what stays", async () => {
  const server = scriptedServer(
    on(routes.account.startDeletion, { resendAfterSeconds: 60 }),
    on(routes.account.deleteAccount, {}),
  );
  const screen = await openScreen("/you/account", { server, as: person, ...looks });
  const button = buttonOf(screen);
  await button("Delete account").click();
  const dialog = screen.getByRole("dialog", { name: "Delete your account" });
  await expect.element(dialog.getByText("Nobody can open your wallet afterwards.")).toBeVisible();
  await expect.element(button("Mail me the code")).toBeDisabled();
  await screen.getByRole("checkbox", { name: "I understand that this can't be undone" }).click();
  await button("Mail me the code").click();
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  // Not sent by the last digit: it takes a press.
  expect(server.callsOf(routes.account.deleteAccount)).toEqual([]);
  await button("Delete my account").click();
  await expect.element(screen.getByText(accountTexts.deleted)).toBeVisible();
  expect(server.callsOf(routes.account.deleteAccount).map(({ body }) => body)).toEqual([{ code: "123456" }]);
  await expect.element(screen.getByText("Sign in to see your account.")).toBeVisible();
});
