import {
  apiErrors,
  appPathSchema,
  changedNotificationSettings,
  defaultNotificationSettings,
  type Notice,
  type NotificationSettings,
  routes,
} from "@tribe/contract";
import { mailStopTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { expectAccessible } from "./checks/accessible.ts";
import { aChat } from "./fixtures/chats.ts";
import { aUid } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { before, minutes } from "./fixtures/time.ts";
import { aTribe } from "./fixtures/tribes.ts";
import { walletAnswers } from "./fixtures/wallet-answers.ts";
import { fails, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// The bell, its list, the settings, and the links in mails. Pushes need the service worker: e2e/gate/notifications.test.ts.

const person = aPerson();
const tribe = aTribe({ name: "Lena", subscribeState: "active" });
const { mint } = tribe;
const looks = { size: sizes.smallPhone, colorScheme: "light" } as const;
const bell = (screen: Screen, name: string) => screen.getByRole("link", { name: new RegExp(`^(Alerts: )?${name}$`) });
const news: Notice = {
  ...{ id: "1", at: before(1 * minutes), isRead: false, route: z.parse(appPathSchema, `/chat/${mint}`) },
  ...{ mint, tribe: tribe.name, tribePfp: null, type: "chat_new_message", count: 1, excerpt: "The fire is lit" },
  actor: { uid: aUid("Lena"), displayName: "Lena", pfp: null },
};
/** The settings of a person, as the server keeps them. */
const settingsServer = () => {
  let settings: NotificationSettings = defaultNotificationSettings;
  let stopped: { reason: "bounce"; at: number } | null = null;
  const server = scriptedServer(
    ...walletAnswers,
    on(routes.chat.mine, { chats: [aChat(mint, { name: tribe.name })] }),
    on(routes.notifications.settings, () => ({ settings })),
    on(routes.notifications.saveSettings, ({ body }) => {
      settings = changedNotificationSettings(settings, body);
      return { settings };
    }),
    on(routes.notifications.pushDevices, { applicationServerKey: "AAAA", devices: [] }),
    on(routes.notifications.mailState, () => ({ address: person.email, stopped })),
    on(routes.notifications.resumeMail, () => {
      stopped = null;
      return {};
    }),
    on(routes.notifications.mailLink, ({ query }) =>
      query.token === "whole"
        ? {
            kind: "insufficientTokensToAccessTribe" as const,
            isOn: settings.emailNotification.insufficientTokensToAccessTribe,
          }
        : fails("mail_link_invalid"),
    ),
    on(routes.notifications.unsubscribeMail, () => {
      const emailNotification = { insufficientTokensToAccessTribe: false };
      settings = changedNotificationSettings(settings, { emailNotification });
      return {};
    }),
  );
  return {
    server,
    kept: () => settings,
    bounce: () => {
      stopped = { reason: "bounce", at: before(minutes) };
    },
  };
};

it("shows the unread count at the bell of all tabs, and clears it everywhere once the list is read", async () => {
  const server = scriptedServer(
    ...walletAnswers,
    on(routes.notifications.list, { notices: [news], unread: 1, nextCursor: null }),
    on(routes.notifications.markRead, () => {
      server.realtime.push({ type: "notifications", unread: 0 });
      return { unread: 0 };
    }),
  );
  const other = await openScreen("/wallet", { server, as: person, ...looks });
  await expect.element(bell(other, "Notifications")).toBeVisible();
  const screen = await openScreen("/you", { server, as: person, ...looks, keepsStorage: true });
  await expect.element(bell(screen, "Notifications")).toBeVisible();
  const icon = ({ window }: Screen) => window.document.querySelector('link[rel="icon"]')?.getAttribute("href");
  await server.realtime.sent("visible");
  server.realtime.push({ type: "notifications", unread: 1 });
  for (const each of [other, screen]) {
    await expect.element(bell(each, "Notifications, 1 unread")).toBeInTheDocument();
    await expect.poll(() => icon(each)).toBe("/icon-unread.svg");
  }
  await bell(screen, "Notifications, 1 unread").click();
  await expect.element(screen.getByRole("region", { name: "Today" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: /Lena in Lena.*The fire is lit.*New/ })).toBeVisible();
  expect((await server.called(routes.notifications.markRead)).body).toEqual({ ids: ["1"] });
  for (const each of [other, screen]) await expect.poll(() => icon(each)).toBe("/icon.svg");
  await expect.element(bell(other, "Notifications")).toBeInTheDocument();
});

it("keeps each choice of the settings, and the others as they are", async () => {
  const { server, kept } = settingsServer();
  const screen = await openScreen("/notifications/settings", { server, as: person, ...looks });
  await screen.getByRole("combobox", { name: "Notifications of Lena" }).selectOptions("mute");
  await screen.getByRole("switch", { name: "Quiet hours" }).click();
  await screen.getByLabelText("From", { exact: true }).fill("21:30");
  await expect.poll(kept).toMatchObject({
    tribeSettings: { [mint]: "mute" },
    delivery: { quietHours: { from: 1_290, to: 420 } },
  });
  await screen.getByRole("switch", { name: "Daily summary" }).click();
  await screen.getByLabelText("At", { exact: true }).selectOptions("7");
  await expect.poll(kept).toMatchObject({
    emailNotification: { dailySummary: true },
    delivery: { summaryHour: 7, quietHours: { from: 1_290 } },
  });
  const { pushNotification } = defaultNotificationSettings;
  expect(kept().pushNotification).toEqual(pushNotification);
});

it("stops mails by their link without a sign-in, asks no second time after Back or a reload, and lets them come again", async () => {
  const { server, kept } = settingsServer();
  const isOn = () => kept().emailNotification.insufficientTokensToAccessTribe;
  const screen = await openScreen("/unsubscribe?token=whole", { server, as: person, ...looks });
  await expect.element(screen.getByRole("heading", { name: "Stop mails about lost seats?" })).toBeVisible();
  await expectAccessible(screen);
  expect([isOn(), server.callsOf(routes.notifications.unsubscribeMail)]).toEqual([true, []]);
  await screen.getByRole("button", { name: "Stop these mails" }).click();
  const stopped = screen.getByRole("heading", { name: "No more mails about lost seats" });
  await expect.element(stopped).toBeVisible();
  expect(isOn()).toBe(false);
  await screen.getByRole("link", { name: "All settings" }).click();
  const mails = screen.getByRole("switch", { name: "Mail about lost seats" });
  await expect.element(mails).toHaveAttribute("aria-checked", "false");
  screen.window.history.back();
  await expect.element(stopped).toBeVisible();
  await screen.reload();
  await expect.element(stopped).toBeVisible();
  screen.window.history.forward();
  await mails.click();
  await expect.poll(isOn).toBe(true);
  await expect.element(mails).toHaveAttribute("aria-checked", "true");
});

it("leads from a link that was cut off to the settings", async () => {
  const { server } = settingsServer();
  const screen = await openScreen("/unsubscribe?token=whol", { server, as: person, ...looks });
  await expect.element(screen.getByRole("heading", { name: apiErrors.mail_link_invalid.message })).toBeVisible();
  await screen.getByRole("link", { name: "Open settings" }).click();
  await expect.element(screen.getByRole("heading", { name: "Notification settings" })).toBeVisible();
});

it("says that a mail came back, and lets mails be sent again", async () => {
  const { server, bounce } = settingsServer();
  bounce();
  const screen = await openScreen("/notifications/settings", { server, as: person, ...looks });
  const words = screen.getByText(mailStopTexts.bounce);
  await expect.element(words).toBeVisible();
  await expectAccessible(screen);
  await screen.getByRole("button", { name: "Mail me again" }).click();
  await expect.element(words).not.toBeInTheDocument();
  expect(server.callsOf(routes.notifications.resumeMail)).toHaveLength(1);
});
