import { type groupSizes, routes, unitsPerToken } from "@tribe/contract";
import type { Page } from "playwright-core";
import { say } from "../../support/page/at-the-page.ts";
import type { BookScene } from "../book-scene.ts";
import {
  hardTexts,
  hearGuest,
  longText,
  openKeyboard,
  sendFortyPictures,
  sendVideo,
  typeLong,
} from "../chat-contents.ts";
import {
  answerWith,
  chatPath,
  failCalls,
  goOffline,
  neverAnswer,
  openWithoutCache,
  ownChatPath,
  press,
  tokenPath,
  typeAmount,
} from "./acts.ts";
import { by } from "./picture-case.ts";

interface HoldingAnswer {
  readonly amount: string;
  readonly value: string;
}

/** The holdings with prices a tenth lower a day ago. */
const aTenthUp = (holdings: readonly HoldingAnswer[]): readonly object[] =>
  holdings.map((holding) => ({
    ...holding,
    priceDayAgo: String((BigInt(holding.value) * unitsPerToken * 10n) / (BigInt(holding.amount) * 11n)),
  }));

const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** A chat of more than twelve seats, all but three taken; mocked, as it would need too many people. */
const ring =
  (seats: (typeof groupSizes)[number]) =>
  async (page: Page, { tribe, member, ownMint }: BookScene): Promise<void> => {
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
    // By the server's count the Tribe has few members, so a phone has folded the seats.
    const show = page.getByRole("button", { name: "Show the seats" });
    if (seats <= 24 && (await show.isVisible())) await show.click();
  };

/** Restores the Tribe's settings. */
const twelveSeats = async (_: Page, { member, ownMint }: BookScene): Promise<void> =>
  void (await member.api(routes.chat.manage, { body: { mint: ownMint, groupSize: 12 } }));

const trade =
  (side: "Buy" | "Sell", text?: string) =>
  async (page: Page): Promise<void> => {
    await press(page, side);
    await page.getByRole("textbox", { name: "Amount" }).waitFor();
    if (text !== undefined) await typeAmount(page, text);
  };

/** Mocks a full Tribe in which somebody is next to the person's seat, and opens its page. */
const asInFullTribe =
  (groupSize: 12 | 24, state: "active" | "none", rival: bigint) =>
  async (page: Page, scene: BookScene): Promise<void> => {
    const unit = 1_000_000_000n;
    const holdings = Array.from(
      { length: groupSize - 1 },
      (_, index) => rival + BigInt(3 * groupSize - 2 * index) * unit,
    );
    const exact = rival + 1n;
    await answerWith(page, "token/profile", () => ({
      ...{ groupSize, subscribeState: state, memberCount: groupSize },
      seatHoldings: [...holdings, state === "active" ? exact : rival].map(String),
      seating: {
        joinOrders: Array.from({ length: groupSize }, (_, index) => index + 1),
        own: state === "active" ? groupSize : null,
        rival: { displayName: "Cleo Brandt", holding: String(rival), joinOrder: state === "active" ? 0 : groupSize },
      },
      tradeInfo: {
        entryThresholdTokens: String(((exact + 99_999n) / 100_000n) * 100_000n),
        entryThresholdTokensForCompare: String(exact),
      },
    }));
    await openWithoutCache(page, scene, tokenPath(scene));
  };

/** The app for the member of a Tribe, who is the Chief of another one. */
export const memberCases = by("member", [
  { name: "home", path: "/" },
  { name: "token", path: tokenPath },
  { name: "own-token", path: ({ ownMint }) => `/token/${ownMint}` },
  { name: "own-chat-empty", path: ownChatPath },
  {
    name: "chat",
    path: chatPath,
    act: async (page) => {
      await say(page, "Good morning. The kettle is on.");
      await page.getByText("Sending…").waitFor({ state: "detached" });
    },
  },
  {
    name: "chat-loading",
    path: "/tribes",
    act: async (page, scene) => {
      await neverAnswer(page, "chat/messages");
      await openWithoutCache(page, scene, chatPath(scene));
      await page.getByRole("textbox", { name: "Message" }).waitFor();
    },
  },
  {
    name: "chat-error",
    path: "/tribes",
    act: async (page, scene) => {
      await failCalls(page, "chat/messages");
      await openWithoutCache(page, scene, chatPath(scene));
      await page.getByRole("button", { name: "Try again" }).first().waitFor();
    },
  },
  {
    name: "chat-waiting",
    path: chatPath,
    act: async (page) => {
      await page.getByRole("textbox", { name: "Message" }).waitFor();
      await goOffline(page);
      await say(page, "I'll be there. Can someone record the first five minutes?");
      await page.getByText("Sends when you're back").waitFor();
    },
    after: async (page) => {
      await page.context().setOffline(false);
      await page.getByText("Sends when you're back").waitFor({ state: "detached" });
    },
  },
  { name: "chat-hard-texts", path: "/tribes", act: hearGuest(...hardTexts) },
  { name: "chat-4000-characters", path: "/tribes", act: hearGuest(longText, "Read all of it?") },
  { name: "chat-long-draft", path: "/tribes", act: typeLong },
  {
    name: "chat-keyboard",
    path: "/tribes",
    act: openKeyboard,
  },
  { name: "chat-forty-pictures", path: ownChatPath, act: sendFortyPictures, isLong: true },
  { name: "chat-video", path: ownChatPath, act: sendVideo },
  { name: "ring-24", path: "/tribes", act: ring(24), after: twelveSeats },
  { name: "ring-99", path: "/tribes", act: ring(99), after: twelveSeats },
  { name: "members", path: ({ mint }) => `/chat/${mint}?view=members` },
  { name: "tribes", path: "/tribes" },
  { name: "wallet", path: "/wallet" },
  {
    // No Tribe of this book is a day old, so the price of a day ago is put into the answer.
    name: "wallet-day",
    path: "/you",
    act: async (page, scene) => {
      await answerWith(page, "user/holdings", ({ holdings, value }) => ({
        dayWorth: Array.from({ length: 25 }, (_, hour) =>
          String(Math.round(Number(value) * (0.9 + hour / 250 + Math.sin(hour) / 40))),
        ),
        holdings: aTenthUp(holdings as readonly HoldingAnswer[]), // of the contract's route
      }));
      await openWithoutCache(page, scene, "/wallet");
      await page.getByText("Change since you bought").waitFor();
    },
  },
  {
    name: "wallet-loading",
    path: "/you",
    act: async (page, scene) => {
      await neverAnswer(page, "user/holdings");
      await openWithoutCache(page, scene, "/wallet");
      await page.getByRole("heading", { name: "Wallet" }).first().waitFor();
    },
  },
  { name: "you", path: "/you" },
  { name: "security", path: "/you/security" },
  { name: "account", path: "/you/account" },
  {
    name: "dialog-edit-profile",
    path: "/you",
    act: async (page) => {
      await press(page, "Edit profile");
      await page.getByRole("textbox", { name: "Bio" }).waitFor();
    },
  },
  {
    name: "dialog-delete-account",
    path: "/you/account",
    act: async (page) => {
      await press(page, "Delete account");
      await page.getByRole("checkbox").waitFor();
    },
  },
  { name: "earnings", path: "/earnings" },
  { name: "user", path: ({ chief }) => `/user/${chief.address}` },
  { name: "dialog-buy", path: tokenPath, act: trade("Buy") },
  { name: "dialog-buy-amount", path: tokenPath, act: trade("Buy", "1.5") },
  {
    name: "dialog-buy-details",
    path: tokenPath,
    act: async (page) => {
      await trade("Buy", "1.5")(page);
      await page.getByText("Details", { exact: true }).click();
    },
  },
  { name: "dialog-buy-too-much", path: tokenPath, act: trade("Buy", "99000") },
  { name: "dialog-buy-impact", path: tokenPath, act: trade("Buy", "900") },
  { name: "dialog-sell", path: tokenPath, act: trade("Sell", "1") },
  { name: "dialog-sell-seat", path: tokenPath, act: trade("Sell", "40") },
  {
    name: "dialog-sell-waiting",
    path: "/tribes",
    act: async (page, scene) => {
      await asInFullTribe(12, "active", 15_000_000_000n)(page, scene);
      await trade("Sell", "28")(page);
      await page
        .getByText(/^Cleo Brandt waits with 15 /)
        .last()
        .waitFor();
    },
  },
  {
    name: "dialog-buy-last-seat",
    path: "/tribes",
    act: async (page, scene) => {
      await asInFullTribe(24, "none", 45_000_000_000n)(page, scene);
      await trade("Buy")(page);
      await press(page, "Buy min. to enter chat");
      await page.getByText(/^Cleo Brandt needs 0\.0001 .+ to take it back\.$/).waitFor();
    },
  },
  {
    name: "dialog-confirm",
    path: tokenPath,
    act: async (page, { wallet }) => {
      await trade("Buy", "1")(page);
      await press(page, "Next");
      await wallet().getByRole("button", { name: "Confirm" }).waitFor();
    },
  },
  {
    name: "dialog-socials",
    path: "/you",
    act: async (page) => {
      await press(page, /^Manage socials/);
      await page.getByRole("button", { name: "Unlink X" }).waitFor();
    },
  },
  {
    name: "dialog-unlink",
    path: "/you",
    act: async (page) => {
      await press(page, /^Manage socials/);
      await press(page, "Unlink X");
      await page.getByRole("button", { name: "Unlink", exact: true }).waitFor();
    },
  },
]);
