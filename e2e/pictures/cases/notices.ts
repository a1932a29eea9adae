import type { Page, Route } from "playwright-core";
import type { BookScene } from "../book-scene.ts";
import { goOffline } from "./acts.ts";
import { by } from "./picture-case.ts";

// All kinds of notifications. The list is mocked, as no person here goes through a lost seat, an airdrop and a digest.

const hour = 3_600_000;
const actor = (displayName: string, uid: string) => ({
  uid: `00000000-0000-4000-8000-00000000000${uid}`,
  displayName,
  pfp: null,
});

const noticesOf = ({ mint, ownMint }: BookScene) => {
  const now = Date.now();
  const of = (id: number, ago: number, isRead: boolean) => ({ id: String(id), at: now - ago, isRead });
  const ash = { mint, tribe: "Ash Ember", tribePfp: null };
  const chat = `/chat/${mint}`;
  return [
    {
      ...{ ...of(9, 60_000, false), ...ash, type: "chat_reply", route: chat, actor: actor("Lena Brook", "1") },
      ...{ isMention: false, excerpt: "I have some left, and a dry place for it. Come by before the rain does." },
    },
    {
      ...{ ...of(8, 5 * 60_000, false), ...ash, type: "chat_new_message", route: chat, actor: actor("Mara", "2") },
      ...{ count: 14, excerpt: "The fire is lit" },
    },
    {
      ...{ ...of(7, hour / 2, false), ...ash, type: "chat_reaction", route: chat, actor: actor("Jo", "3") },
      ...{ count: 3, emoji: "🔥", excerpt: "Who brings wood tonight?" },
    },
    {
      ...{ ...of(6, hour, true), ...ash, type: "chat_booted", route: `/token/${mint}` },
      loss: { code: "seat.below_minimum", tokensToReturn: "9000000000" },
    },
    {
      ...{ ...of(5, 20 * hour, true), mint: ownMint, tribe: "Own Tribe", tribePfp: null, type: "airdrop" },
      ...{ route: "/wallet", amount: "1,250.5", symbol: "GIFT" },
    },
    {
      ...{ ...of(4, 26 * hour, true), type: "token_created", route: "/?sort=newest", count: 7 },
      tribes: ["Birch", "Cedar", "Elder"].map((name, index) => ({
        mint: index === 0 ? mint : ownMint,
        name,
        pfp: null,
      })),
    },
    {
      ...{ ...of(3, 30 * hour, true), type: "system", route: "/you" },
      text: "We move to new machines on Sunday from 02:00 to 03:00 UTC. Chats stay readable; nobody can trade in that hour.",
    },
    {
      ...{ ...of(2, 9 * 24 * hour, true), ...ash, type: "chat_reply", route: chat, isMention: true },
      ...{
        actor: actor("Bartholomew-Alexander Featherstonehaugh III of Nowhere", "4"),
        excerpt: "@you look at this 🦊",
      },
    },
  ];
};

const isList = (url: URL): boolean => url.pathname.endsWith("/v1/notification");
const answerList =
  (answer: (route: Route, scene: BookScene) => unknown) =>
  async (page: Page, scene: BookScene): Promise<void> => {
    await page.route(isList, (route) => void answer(route, scene));
    await page.goto(`${scene.tribe.appUrl}/notifications`);
  };
const withList = answerList((route, scene) =>
  route.fulfill({ json: { notices: noticesOf(scene), unread: 3, nextCursor: null } }),
);
const settled = async (page: Page, name: string | RegExp) => {
  await page.getByText(name).first().waitFor();
};

const mailLink = (kind: string, isOn: boolean) => async (page: Page) => {
  await page.route("**/api/**mail/unsubscribe**", (route) => route.fulfill({ json: { kind, isOn } }));
};

/** Notifications for a visitor: an invitation to sign in, and the page of a mail's link. */
export const visitorNoticeCases = by("visitor", [
  { name: "notifications", path: "/notifications" },
  { name: "notifications-settings", path: "/notifications/settings" },
  {
    name: "notifications-dead-link",
    path: "/unsubscribe?token=cut",
    act: (page) => settled(page, "This link doesn't work"),
  },
  {
    name: "notifications-stop-mails",
    path: "/you",
    act: async (page, { tribe }) => {
      await mailLink("insufficientTokensToAccessTribe", true)(page);
      await page.goto(`${tribe.appUrl}/unsubscribe?token=a.b`);
      await settled(page, "Stop these mails");
    },
  },
  {
    name: "notifications-stopped-mails",
    path: "/you",
    act: async (page, { tribe }) => {
      await mailLink("dailySummary", false)(page);
      await page.goto(`${tribe.appUrl}/unsubscribe?token=a.b`);
      await settled(page, /No more mails/);
    },
  },
]);

/** The same for a signed-in person. */
export const memberNoticeCases = by("member", [
  {
    name: "notifications",
    path: "/you",
    act: async (page, scene) => {
      await page.route("**/api/v1/notification/unread", (route) => route.fulfill({ json: { unread: 3 } }));
      await withList(page, scene);
      await settled(page, "The fire is lit");
    },
  },
  {
    name: "notifications-loading",
    path: "/you",
    act: async (page, scene) => {
      await answerList(() => undefined)(page, scene);
      await page.getByRole("heading", { name: "Notifications", exact: true }).waitFor();
    },
  },
  {
    name: "notifications-error",
    path: "/you",
    act: async (page, scene) => {
      await answerList((route) => route.abort())(page, scene);
      await settled(page, "Try again");
    },
  },
  {
    name: "notifications-offline",
    path: "/notifications",
    act: goOffline,
  },
  {
    name: "notifications-settings",
    path: "/notifications/settings",
    act: (page) => settled(page, "Mail me"),
  },
  {
    name: "notifications-settings-end",
    path: "/notifications/settings",
    act: async (page) => {
      await settled(page, "Mail me");
      await page.getByRole("heading", { name: "Your Tribes" }).scrollIntoViewIfNeeded();
      await page.mouse.move(180, 400);
      await page.mouse.wheel(0, 4_000);
    },
  },
  {
    name: "notifications-settings-mail",
    path: "/notifications/settings",
    act: async (page) => {
      await settled(page, "Mail me");
      await page.getByRole("switch", { name: "Mail about lost seats" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "notifications-settings-error",
    path: "/you",
    act: async (page, { tribe }) => {
      await page.route("**/api/v1/user/settings", (route) => route.abort());
      await page.goto(`${tribe.appUrl}/notifications/settings`);
      await settled(page, "Try again");
    },
  },
  {
    name: "notifications-dead-link",
    path: "/unsubscribe?token=cut",
    act: (page) => settled(page, "This link doesn't work"),
  },
]);
