import { type groupSizes, routes, unitsPerToken } from "@tribe/contract";
import type { Page } from "playwright-core";
import { askForCode, offlineBanner, say } from "../support/page/at-the-page.ts";
import type { Scene } from "../support/scene.ts";
import {
  hardTexts,
  hearGuest,
  longText,
  openKeyboard,
  sendFortyPictures,
  sendVideo,
  typeLong,
} from "./chat-contents.ts";

/** One picture: who looks, where, and what they do there first. */
export interface PictureCase {
  readonly name: string;
  readonly by: "visitor" | "member";
  readonly path: (scene: Scene) => string;
  readonly act?: (page: Page, scene: Scene) => Promise<void>;
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click();
const amount = (page: Page, text: string) => page.getByRole("textbox", { name: "Amount" }).fill(text);
/** What the browser has kept of earlier pictures would be shown in place of what is loaded. */
const forgetAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const asked = indexedDB.open("tribe:v1:answers");
        asked.onsuccess = () => {
          const { result } = asked;
          if (!result.objectStoreNames.contains("answers")) return done();
          const change = result.transaction("answers", "readwrite");
          change.objectStore("answers").clear();
          change.oncomplete = () => {
            result.close();
            done();
          };
        };
        asked.onerror = () => done();
      }),
  );
/** Calls whose address has this in it are never answered, or break off. */
const hold = (page: Page, part: string) => page.route(`**/api/**${part}**`, () => undefined);
const breakOff = (page: Page, part: string) => page.route(`**/api/**${part}**`, (route) => route.abort());
const goOffline = async (page: Page) => {
  await page.context().setOffline(true);
  await offlineBanner(page).waitFor();
};
const to = (path: string) => () => path;
const toToken = ({ mint }: Scene) => `/token/${mint}`;
const toChat = ({ mint }: Scene) => `/chat/${mint}`;

const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** A room of more than twelve seats, full but for three: nobody signs so many up for a picture. */
const ring =
  (seats: (typeof groupSizes)[number]) =>
  async (page: Page, { tribe, member, ownMint }: Scene): Promise<void> => {
    await member.api(routes.chat.manage, { body: { mint: ownMint, groupSize: seats } });
    await page.route("**/api/**chat/subscribers**", (route) =>
      route.fulfill({
        json: {
          subscribers: Array.from({ length: seats - 3 }, (_, index) => ({
            address: `${member.address.slice(0, -2)}${digits[index % 58]}${digits[Math.floor(index / 58) + 1]}`,
            uid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
            displayName: `Person ${index + 1}`,
            pfp: null,
            holding: String(BigInt(10 + 2 * (seats - index)) * unitsPerToken),
            state: index === 0 ? "chief" : "active",
          })),
        },
      }),
    );
    await page.goto(`${tribe.appUrl}/chat/${ownMint}`);
    await page.getByRole("button", { name: /^Person 2, seat 1/ }).waitFor();
  };

/** As many chats as nobody signs up for: the answer's first one with a message, again and again under other names. */
const manyChats = async (page: Page, { tribe }: Scene): Promise<void> => {
  const names = [
    "Harbour Radio",
    "Late Desk",
    "Sunday Service",
    "نادي القهوة",
    "Donaudampfschifffahrtsgesellschaft",
    "深夜食堂",
  ];
  await page.route("**/api/**chat/mine**", async (route) => {
    const response = await route.fetch();
    const { chats } = await response.json();
    const [first] = chats;
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...first,
      mint: `${first.mint.slice(0, -1)}${digits[index]}`,
      name: names[index % names.length],
      pfp: null,
      read: { number: 0, unread: [0, 4, 0, 120, 0, 37][index % 6] },
    }));
    await route.fulfill({ response, json: { chats: many } });
  });
  await forgetAnswers(page);
  await page.goto(`${tribe.appUrl}/tribes`);
  await page.getByText("Late Desk").first().waitFor();
};

/** The socket breaks off and does not come back; everything else answers. */
const loseSocket = async (page: Page, { tribe, mint }: Scene): Promise<void> => {
  await page.routeWebSocket(/\/ws\?/, (socket) => socket.close());
  await page.goto(`${tribe.appUrl}/chat/${mint}`);
  await page.getByText("Connecting…").first().waitFor();
};

const trade =
  (side: "Buy" | "Sell", text?: string) =>
  async (page: Page): Promise<void> => {
    await press(page, side);
    await page.getByRole("textbox", { name: "Amount" }).waitFor();
    if (text !== undefined) await amount(page, text);
  };

const visitor: readonly Omit<PictureCase, "by">[] = [
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
    act: async (page) => {
      await press(page, "Sign in with e-mail");
      await askForCode(page, `picture-${Date.now()}@example.com`);
    },
  },
];

const member: readonly Omit<PictureCase, "by">[] = [
  { name: "home", path: to("/") },
  { name: "token", path: toToken },
  { name: "own-token", path: ({ ownMint }) => `/token/${ownMint}` },
  { name: "own-chat-empty", path: ({ ownMint }) => `/chat/${ownMint}` },
  {
    name: "chat",
    path: toChat,
    act: async (page) => {
      await say(page, "Good morning. The kettle is on.");
      await page.getByText("Sending…").waitFor({ state: "detached" });
    },
  },
  {
    name: "chat-loading",
    path: to("/tribes"),
    act: async (page, { mint, tribe }) => {
      await hold(page, "chat/messages");
      await forgetAnswers(page);
      await page.goto(`${tribe.appUrl}/chat/${mint}`);
      await page.getByRole("textbox", { name: "Message" }).waitFor();
    },
  },
  {
    name: "chat-error",
    path: to("/tribes"),
    act: async (page, { mint, tribe }) => {
      await breakOff(page, "chat/messages");
      await forgetAnswers(page);
      await page.goto(`${tribe.appUrl}/chat/${mint}`);
      await page.getByRole("button", { name: "Try again" }).first().waitFor();
    },
  },
  {
    name: "chat-waiting",
    path: toChat,
    act: async (page) => {
      await page.getByRole("textbox", { name: "Message" }).waitFor();
      await goOffline(page);
      await say(page, "I'll be there. Can someone record the first five minutes?");
      await page.getByText("Sends when you're back").waitFor();
      await press(page, "Cancel").catch(() => undefined); // what waits must not be in the next picture
      await say(page, "See you in a minute.");
      await page.getByText("Sends when you're back").waitFor();
    },
  },
  { name: "chat-hard-texts", path: to("/tribes"), act: hearGuest(...hardTexts) },
  { name: "chat-4000-characters", path: to("/tribes"), act: hearGuest(longText, "Read all of it?") },
  { name: "chat-long-draft", path: to("/tribes"), act: typeLong },
  {
    name: "chat-keyboard",
    path: to("/tribes"),
    act: openKeyboard,
  },
  { name: "chat-forty-pictures", path: ({ ownMint }) => `/chat/${ownMint}`, act: sendFortyPictures },
  { name: "chat-video", path: ({ ownMint }) => `/chat/${ownMint}`, act: sendVideo },
  { name: "ring-24", path: to("/tribes"), act: ring(24) },
  { name: "ring-99", path: to("/tribes"), act: ring(99) },
  {
    name: "members-99",
    path: to("/tribes"),
    act: async (page, scene) => {
      await ring(99)(page, scene);
      if (page.viewportSize()?.width === 360) await page.getByRole("link", { name: /^Members/ }).click();
      await page
        .getByRole("link", { name: /Person 2/ })
        .first()
        .waitFor();
    },
  },
  { name: "chat-reconnecting", path: to("/tribes"), act: loseSocket },
  { name: "members", path: ({ mint }) => `/chat/${mint}?view=members` },
  { name: "tribes", path: to("/tribes") },
  { name: "tribes-many", path: to("/you"), act: manyChats },
  { name: "wallet", path: to("/wallet") },
  {
    // No Tribe of this book is a day old: its line is put into the answer.
    name: "wallet-day",
    path: to("/you"),
    act: async (page, { tribe }) => {
      await page.route("**/api/**user/holdings**", async (route) => {
        const response = await route.fetch();
        const dayWorth = Array.from({ length: 25 }, (_, hour) =>
          String(Math.round(6e8 + 8e6 * hour + 4e7 * Math.sin(hour))),
        );
        await route.fulfill({ response, json: { ...(await response.json()), dayWorth } });
      });
      await forgetAnswers(page);
      await page.goto(`${tribe.appUrl}/wallet`);
      await page.getByText("Change since you bought").waitFor();
    },
  },
  {
    name: "wallet-loading",
    path: to("/you"),
    act: async (page, { tribe }) => {
      await hold(page, "portfolio");
      await forgetAnswers(page);
      await page.goto(`${tribe.appUrl}/wallet`);
      await page.getByRole("heading", { name: "Wallet" }).first().waitFor();
    },
  },
  { name: "you", path: to("/you") },
  { name: "security", path: to("/you/security") },
  { name: "account", path: to("/you/account") },
  {
    name: "dialog-edit-profile",
    path: to("/you"),
    act: async (page) => {
      await press(page, "Edit profile");
      await page.getByRole("textbox", { name: "Bio" }).waitFor();
    },
  },
  {
    name: "dialog-delete-account",
    path: to("/you/account"),
    act: async (page) => {
      await press(page, "Delete account");
      await page.getByRole("checkbox").waitFor();
    },
  },
  { name: "earnings", path: to("/earnings") },
  { name: "user", path: ({ chief }) => `/user/${chief.address}` },
  { name: "dialog-buy", path: toToken, act: trade("Buy") },
  { name: "dialog-buy-amount", path: toToken, act: trade("Buy", "1.5") },
  {
    name: "dialog-buy-details",
    path: toToken,
    act: async (page) => {
      await trade("Buy", "1.5")(page);
      await page.getByText("Details", { exact: true }).click();
    },
  },
  { name: "dialog-buy-too-much", path: toToken, act: trade("Buy", "99000") },
  { name: "dialog-buy-impact", path: toToken, act: trade("Buy", "900") },
  { name: "dialog-sell", path: toToken, act: trade("Sell", "1") },
  { name: "dialog-sell-seat", path: toToken, act: trade("Sell", "40") },
  {
    name: "dialog-confirm",
    path: toToken,
    act: async (page, { wallet }) => {
      await trade("Buy", "1")(page);
      await press(page, "Next");
      await wallet().getByRole("button", { name: "Confirm" }).waitFor();
    },
  },
  {
    name: "dialog-socials",
    path: to("/you"),
    act: async (page) => {
      await press(page, /^Manage socials/);
      await page.getByRole("button", { name: "Unlink X" }).waitFor();
    },
  },
  {
    name: "dialog-unlink",
    path: to("/you"),
    act: async (page) => {
      await press(page, /^Manage socials/);
      await press(page, "Unlink X");
      await page.getByRole("button", { name: "Unlink", exact: true }).waitFor();
    },
  },
];

/** Every picture of the book. Ends of transactions are the outcomes suite's (`TRIBE_LONG=1`, e2e/outcomes.test.ts). */
export const pictureCases: readonly PictureCase[] = [
  ...visitor.map((one) => ({ ...one, by: "visitor" as const })),
  ...member.map((one) => ({ ...one, by: "member" as const })),
];
