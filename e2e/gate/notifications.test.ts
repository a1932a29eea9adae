import { type Credentials, type MessageId, type Mint, routes } from "@tribe/contract";
import type { Chat, Person } from "@tribe/devkit";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newVisitor, openBrowser, phone, type Visitor, visit } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { createTrader, gather, tokens } from "../support/people/people.ts";
import { signUpWithX, storedAccess } from "../support/people/signed-in-person.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// The bell, its list, the settings, and pushes into a real service worker. The browser's own push service is not reachable
// here: the page subscribes to the devkit's push service, and the test delivers its messages to the worker over the DevTools
// protocol.

interface Subscription {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}
interface Push {
  readonly id: string;
  readonly payload: string;
}

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let devtools: CDPSession;
let registrationId = "";
let mint: Mint;
let lena: Person;
let mara: Person;
let lenasChat: Chat;
let devkit = "";
let subscription: Subscription;

beforeAll(async () => {
  ({ tribe } = await enterProduct());
  browser = await openBrowser({ hasNotifications: true });
  const [first, second] = await Promise.all([
    createTrader(tribe.appUrl, "notelena"),
    signUpWithX(tribe, "notemara", "Mara Ember"),
  ]);
  [lena, mara] = [first, second.person];
  mint = await gather([lena, mara]);
  lenasChat = await lena.openChat(mint);
  const { localMode } = await tribe.config();
  devkit = new URL(localMode?.mailUrl ?? "").origin;
  subscription = (await ask("/push/api/subscriptions", { applicationServerKey: null })) as Subscription; // its own form
  await enter(second.credentials);
});
afterAll(async () => {
  await lenasChat?.close();
  await browser?.close();
  await leaveProduct();
});
beforeEach(() => {
  reportFailure("notifications", () => ({ visitors: [visitor], tribe }));
});

/** Calls the devkit and returns its answer. */
const ask = async (path: string, body?: object): Promise<unknown> => {
  const init = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return (await fetch(`${devkit}${path}`, body ? init : {})).json();
};

/** Opens Mara's browser: signed in, with the devkit's push service instead of its own. */
const enter = async (credentials: Credentials) => {
  visitor = await newVisitor(browser, phone, { serviceWorkers: "allow" });
  page = visitor.page;
  const context = page.context();
  await context.grantPermissions(["notifications"], { origin: tribe.appUrl });
  await context.addInitScript(
    ({ text, endpoint, keys }) => {
      if (!("PushManager" in window)) return;
      if (!localStorage.getItem("tribe:v1:access")) localStorage.setItem("tribe:v1:access", text);
      const bytes = (name: "p256dh" | "auth") =>
        Uint8Array.from(atob(keys[name].replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0))
          .buffer;
      const flag = "test:subscribed";
      const made = {
        endpoint,
        options: { applicationServerKey: null },
        getKey: bytes,
        unsubscribe: async () => {
          localStorage.removeItem(flag);
          return true;
        },
      };
      const manager = PushManager.prototype as unknown as Record<string, () => Promise<unknown>>;
      manager.getSubscription = async () => (localStorage.getItem(flag) ? made : null);
      manager.subscribe = async () => {
        localStorage.setItem(flag, "1");
        return made;
      };
    },
    { text: storedAccess(credentials), endpoint: subscription.endpoint, keys: subscription.keys },
  );
  devtools = await context.newCDPSession(page);
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const one of registrations) if (!one.isDeleted) registrationId = one.registrationId;
  });
  await devtools.send("ServiceWorker.enable");
  await visit(page, tribe.appUrl);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
};

let lastPush = "";
let payload = "";
const deliver = () =>
  devtools.send("ServiceWorker.deliverPushMessage", { origin: tribe.appUrl, registrationId, data: payload });
/**
 * Delivers the devkit's next push to the page's service worker. @param again repeats the event when no push arrives for a
 * while: the server may not know yet that the page shows something else.
 */
const nextPush = async (
  again?: () => Promise<unknown>,
): Promise<{ readonly title: string; readonly body: string; readonly route: string }> => {
  let push: Push | undefined;
  for (let tries = 0; !push && tries < 4; tries += 1) {
    if (tries > 0) await again?.();
    const search = new URLSearchParams({ subscription: subscription.id, after: lastPush, wait: "20" });
    const { messages } = (await ask(`/push/api/messages?${search}`)) as { readonly messages: readonly Push[] }; // its own form
    [push] = messages;
  }
  if (!push) throw new Error("no push arrived");
  lastPush = push.id;
  payload = push.payload;
  await deliver();
  return JSON.parse(payload);
};
const shown = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });
/**
 * Waits until the system shows a notification. A push that DevTools delivers just while the worker starts or stops is lost, which no
 * push service does: it is delivered again, and the same push twice is one notification.
 */
const expectShown = (notification: { readonly title: string; readonly body: string }) =>
  expect
    .poll(
      async () => {
        const all = await shown();
        if (!all.some(({ title }) => title === notification.title)) await deliver();
        return all;
      },
      { interval: 3_000 },
    )
    .toContainEqual(notification);
/** The bell; on a wide screen its name begins with the visible label. */
const bell = (of: Page, name: string) =>
  of.getByRole("link", { name: new RegExp(`^(Alerts: )?${name}$`) }).filter({ visible: true });
const sendAsMara = async (text: string): Promise<MessageId> => {
  const chat = await mara.openChat(mint);
  await chat.send(text);
  await chat.close();
  const { messages } = await mara.api(routes.chat.messages, { query: { mint, limit: 1 } });
  const [message] = messages;
  if (!message) throw new Error("it was not sent");
  return message.id;
};
const lenaAnswers = async (to: MessageId, text: string) => lenasChat.send(text, crypto.randomUUID(), { replyTo: to });

it("shows the unread count at the bell of all tabs, and clears it everywhere once the list is read", async () => {
  await bell(page, "Notifications").waitFor();
  const other = await page.context().newPage();
  await visit(other, `${tribe.appUrl}/wallet`);
  await bell(other, "Notifications").waitFor();
  await lenasChat.send("The fire is lit");
  await bell(page, "Notifications, 1 unread").waitFor();
  await bell(other, "Notifications, 1 unread").waitFor();
  await page.locator('link[rel="icon"][href="/icon-unread.svg"]').waitFor({ state: "attached" });
  await page.bringToFront();
  await bell(page, "Notifications, 1 unread").click();
  await page.getByRole("region", { name: "Today" }).waitFor();
  await page.getByRole("link", { name: /Trader notelena in Trader notelena.*The fire is lit.*New/ }).waitFor();
  await page.getByRole("button", { name: "Turn on" }).waitFor();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByRole("button", { name: "Turn on" }).waitFor({ state: "detached" });
  await bell(other, "Notifications").waitFor();
  await other.locator('link[rel="icon"][href="/icon.svg"]').waitFor({ state: "attached" });
  await other.close();
});

it("asks for permission to push after a press, and sends and shows a test push", async () => {
  await visit(page, `${tribe.appUrl}/you`);
  await page.getByRole("link", { name: /^Notifications Push/ }).click();
  const push = page.getByRole("switch", { name: "Push notifications" });
  await push.click();
  await page.getByText("(this device)").waitFor();
  await page.getByRole("button", { name: "Send me a test" }).click();
  expect(await nextPush()).toMatchObject({ title: "Notifications work", route: "/notifications" });
  await expectShown({ title: "Notifications work", body: "This is how Tribe reaches you on this device." });
});

it("pushes a reply, which opens the chat in the open window, but nothing about the chat on the screen", async () => {
  const question = await sendAsMara("Who has wood?");
  await lenaAnswers(question, "I have some");
  expect(await nextPush()).toMatchObject({
    body: "I have some",
    route: expect.stringMatching(new RegExp(`^/chat/${mint}\\?message=`)),
  });
  await expectShown({ title: "Trader notelena replied to you in Trader notelena", body: "I have some" });
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent("serviceworker"));
  await worker.evaluate(async () => {
    // Runs in the worker, whose globals are not typed here.
    type Shown = { readonly body: string };
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<Shown[]> };
      dispatchEvent(event: Event): void;
      NotificationEvent: new (type: string, init: { notification: Shown }) => Event;
    };
    const open = await scope.registration.getNotifications();
    const notification = open.find(({ body }) => body === "I have some");
    if (notification) scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
  await page.waitForURL(`**/chat/${mint}?message=*`);
  await page
    .getByRole("article", { name: /I have some/ })
    .last()
    .waitFor();
  await lenaAnswers(question, "Seen here");
  await page
    .getByRole("article", { name: /Seen here/ })
    .last()
    .waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/chat/"));
  const answerElsewhere = () => lenaAnswers(question, "Heard elsewhere");
  await answerElsewhere();
  expect(await nextPush(answerElsewhere)).toMatchObject({ body: "Heard elsewhere" });
});

it("ends the subscription in the browser and on the server when switched off, and keeps the other settings", async () => {
  await visit(page, `${tribe.appUrl}/notifications/settings`);
  await page.getByRole("combobox", { name: "Notifications of Trader notelena" }).selectOption("mute");
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await page.getByLabel("From", { exact: true }).fill("21:30");
  await expect
    .poll(async () => (await mara.api(routes.notifications.settings, {})).settings)
    .toMatchObject({ tribeSettings: { [mint]: "mute" }, delivery: { quietHours: { from: 1_290, to: 420 } } });
  await page.getByRole("switch", { name: "Push notifications" }).click();
  await expect.poll(async () => (await mara.api(routes.notifications.pushDevices, {})).devices).toEqual([]);
});

interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly receivedAt: number;
}

/** Mails to Mara, newest first. */
const mailsToMara = async (query: Record<string, string>): Promise<readonly Mail[]> => {
  const search = new URLSearchParams({ to: mara.email, ...query });
  const answer = (await ask(`/mail/api/messages?${search}`)) as { readonly messages: readonly Mail[] }; // its own form
  return answer.messages;
};

it("mails about a lost seat, and stops such mails by one-click unsubscribe, by the mail's link, or when they bounce", async () => {
  const [before] = await mailsToMara({});
  await mara.trade(mint, { side: "sell", tokens: tokens(12) });
  const mailed = async () => (await mailsToMara({ after: String(before?.receivedAt ?? 0), wait: "20" })).length;
  await expect.poll(mailed, { timeout: 90_000 }).toBeGreaterThan(0);
  const [mail] = await mailsToMara({ after: String(before?.receivedAt ?? 0) });
  if (!mail) throw new Error("no mail came");
  expect(mail).toMatchObject({
    subject: expect.stringMatching(/^You gave up seat \d+ in Trader notelena$/),
  });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // The inbox shows it in a frame without scripts, in which axe can't run.
    await page.goto("about:blank");
    await page.setContent(await (await fetch(`${devkit}/mail/messages/${mail.id}/html`)).text());
  }

  const stopLink = /Stop these mails: (\S+)/.exec(mail.text)?.[1] ?? "";
  await visit(page, stopLink);
  await page.getByRole("heading", { name: "Stop mails about lost seats?" }).waitFor();
  const isOn = async () =>
    (await mara.api(routes.notifications.settings, {})).settings.emailNotification.insufficientTokensToAccessTribe;
  expect(await isOn()).toBe(true);
  await page.getByRole("button", { name: "Stop these mails" }).click();
  const stopped = page.getByRole("heading", { name: "No more mails about lost seats" });
  await stopped.waitFor();
  expect(await isOn()).toBe(false);
  // After Back or a reload the page does not ask again.
  await page.getByRole("link", { name: "All settings" }).click();
  const mailSwitch = page.getByRole("switch", { name: "Mail about lost seats" });
  await expect.poll(() => mailSwitch.getAttribute("aria-checked")).toBe("false");
  await page.goBack();
  await page.getByRole("heading", { name: /lost seats/ }).waitFor();
  expect(await stopped.count()).toBe(1);
  await page.reload();
  await stopped.waitFor();
  await page.goForward();
  await mailSwitch.click();
  await expect.poll(isOn).toBe(true);
  await page.reload();
  await expect.poll(() => mailSwitch.getAttribute("aria-checked")).toBe("true");
  await visit(page, `${devkit}/mail/messages/${mail.id}`);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  expect(await isOn()).toBe(false);
  await visit(page, stopLink);
  await page.getByRole("heading", { name: "No more mails about lost seats" }).waitFor();

  // A truncated link leads to the settings.
  await visit(page, stopLink.slice(0, -1));
  await page.getByRole("heading", { name: "This link doesn't work any more" }).waitFor();
  await page.getByRole("link", { name: "Open settings" }).click();
  await page.getByRole("heading", { name: "Notification settings" }).waitFor();

  await visit(page, `${devkit}/mail/messages/${mail.id}`);
  await page.getByRole("button", { name: "Let it come back" }).click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  await visit(page, `${tribe.appUrl}/notifications/settings`);
  await page.getByText("A mail to this address came back").waitFor();
  await expect
    .poll(() => page.getByRole("switch", { name: "Mail about lost seats" }).getAttribute("aria-checked"))
    .toBe("false");
  await page.getByRole("switch", { name: "Daily summary" }).click();
  await page.getByLabel("At", { exact: true }).selectOption({ index: 7 });
  await page.getByRole("button", { name: "Mail me again" }).click();
  await page.getByText("A mail to this address came back").waitFor({ state: "detached" });
  await expect
    .poll(async () => (await mara.api(routes.notifications.settings, {})).settings)
    .toMatchObject({ emailNotification: { dailySummary: true }, delivery: { summaryHour: 7 } });
});
