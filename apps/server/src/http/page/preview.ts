import { type FirstData, framedWalletPagePath, googleReturnPath, type TokenProfile } from "@tribe/contract";
import { amountsOf, formatAmount, neededFormat, pricesOf } from "@tribe/domain/money";
import { escapeHtml } from "./template.ts";

/** A link's preview elsewhere: in a chat, on X, in a search engine. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** A path below our own origin, or an https URL; null for the app's own picture. */
  readonly picture: { readonly url: string; readonly alt: string; readonly isLarge: boolean } | null;
  readonly type: "website" | "profile";
  /** Whether search engines may list it: neither missing pages nor a person's own ones. */
  readonly isIndexed: boolean;
}

const house =
  "Private chats with a few seats, and a market at the door: hold enough of a creator’s token and you sit inside.";

/** Pages whose content depends on the signed-in person. */
const ownPages: Readonly<Record<string, string>> = {
  "/tribes": "Tribes",
  "/wallet": "Wallet",
  "/you": "You",
  "/you/security": "Security",
  [framedWalletPagePath]: "Your wallet's own page",
  "/you/account": "Account",
  "/earnings": "Earnings",
  "/notifications": "Notifications",
  "/notifications/settings": "Notification settings",
  "/unsubscribe": "Unsubscribe",
  [googleReturnPath]: "Sign in",
};

type Token = Pick<
  TokenProfile,
  "mint" | "name" | "symbol" | "price" | "memberCount" | "groupSize" | "newMint" | "conversionRate"
> & {
  readonly tradeInfo: Pick<TokenProfile["tradeInfo"], "entryThresholdTokens">;
};

interface Shown extends Pick<FirstData, "user"> {
  readonly token?: Token | undefined;
}

/** The preview of a path. `isMissing`: the path does not exist. `shareUrl`: origin of the Tribes' card images. */
export const previewOf = (path: string, { token, user }: Shown, isMissing: boolean, shareUrl: string): Preview => {
  const plain = { description: house, picture: null, type: "website", isIndexed: false } as const;
  if (isMissing) return { ...plain, title: "Page not found · Tribe" };
  if (token) return path.startsWith("/chat/") ? previewOfChat(token, shareUrl) : previewOfToken(token, shareUrl);
  if (user) return previewOfUser(user);
  const own = ownPages[path];
  // Home; or a Tribe or person whose data was not available in time: that alone must not remove a page from search engines.
  return own ? { ...plain, title: `${own} · Tribe` } : { ...plain, title: "Tribe", isIndexed: true };
};

/** Whether the app has a page at this path; whether a `/token`, `/chat` or `/user` page exists depends on its data. */
export const isPlace = (path: string): boolean =>
  path === "/" || path in ownPages || /^\/(token|chat|user)\/[^/]+$/.test(path);

const seatsOf = ({ memberCount, groupSize }: Token): string => {
  const free = groupSize - memberCount;
  return free <= 0
    ? `All ${groupSize} seats are taken`
    : `${free} of ${groupSize} seats ${free === 1 ? "is" : "are"} free`;
};

/** The Tribe's card, drawn by the module `share`. */
const cardOf = ({ mint, name }: Token, shareUrl: string): Preview["picture"] => ({
  url: `${shareUrl}/share/token/${mint}.png`,
  alt: `${name} on Tribe`,
  isLarge: true,
});

/** How many of the currently traded tokens a seat needs. */
const seatTakes = (token: Token): string =>
  `a seat takes ${amountsOf(token).named(token.tradeInfo.entryThresholdTokens, neededFormat)}`;

/** The token's price, formatted as on Home and its own page. */
const priceOf = (token: Token): string => {
  const { shown, per } = pricesOf(token);
  return [`${formatAmount(shown(token.price))} SOL`, per].filter(Boolean).join(" ");
};

const previewOfToken = (token: Token, shareUrl: string): Preview => ({
  title: `${token.name} (${token.symbol}) · Tribe`,
  description: `${token.symbol} at ${priceOf(token)}. ${seatsOf(token)} in the private chat of ${token.name}; ${seatTakes(token)}.`,
  picture: cardOf(token, shareUrl),
  type: "website",
  isIndexed: true,
});

const previewOfChat = (token: Token, shareUrl: string): Preview => ({
  title: `${token.name} chat · Tribe`,
  description: `The private chat of ${token.name}. ${seatsOf(token)}; ${seatTakes(token)}.`,
  picture: cardOf(token, shareUrl),
  type: "website",
  isIndexed: true,
});

const previewOfUser = ({ user, tokens }: NonNullable<Shown["user"]>): Preview => {
  const chiefOf = tokens.map(({ name }) => name).join(", ");
  return {
    title: `${user.displayName} · Tribe`,
    description: user.bio || (chiefOf ? `Chief of ${chiefOf} on Tribe.` : `${user.displayName} on Tribe.`),
    picture: user.pfp === null ? null : { url: user.pfp, alt: user.displayName, isLarge: false },
    type: "profile",
    // A person who is hidden in the app is not listed elsewhere.
    isIndexed: !user.isNerfed,
  };
};

const maxDescription = 200;
const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= maxDescription ? line : `${line.slice(0, maxDescription - 1).trimEnd()}…`;
};

/** The picture's absolute URL; null when it is invalid or of another scheme. */
const absolute = (url: string, appUrl: string): string | null => {
  if (!URL.canParse(url, appUrl)) return null;
  const whole = new URL(url, appUrl);
  return /^https?:$/.test(whole.protocol) ? whole.href : null;
};

/** The preview as tags for the page's head: description, canonical address, Open Graph and X's card. */
export const previewTags = (preview: Preview, path: string, appUrl: string): string => {
  const { title, type, picture, isIndexed } = preview;
  const description = shorten(preview.description);
  const image = picture && absolute(picture.url, appUrl);
  const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
  // Not by `new URL(path, …)`: a path that starts with two slashes would be another host.
  const canonical = `${new URL(appUrl).origin}${isPlace(path) ? path : "/"}`;
  return [
    named("description", description),
    ...(isIndexed ? [`<link rel="canonical" href="${escapeHtml(canonical)}">`] : [named("robots", "noindex")]),
    property("og:site_name", "Tribe"),
    property("og:type", type),
    property("og:title", title),
    property("og:description", description),
    property("og:url", canonical),
    ...(picture && image ? [property("og:image", image), property("og:image:alt", picture.alt)] : []),
    named("twitter:card", picture?.isLarge ? "summary_large_image" : "summary"),
    named("twitter:title", title),
    named("twitter:description", description),
    ...(picture && image ? [named("twitter:image", image), named("twitter:image:alt", picture.alt)] : []),
  ].join("\n    ");
};
