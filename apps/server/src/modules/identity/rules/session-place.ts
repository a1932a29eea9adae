import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

/** What a session's person sees of where it is. */
export interface SessionPlace {
  readonly device: string;
  readonly network: string;
}

// The first match wins: browsers also name others, for compatibility with old pages.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[0-9.]+ .*\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstOf = (list: typeof browsers, text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * Names a browser and its system by its `User-Agent`, with texts of our own only: what a caller writes there is never shown. It
 * helps a person to tell their devices apart and proves nothing.
 */
export const deviceLabel = (userAgent: string): string => {
  const known = userAgent.slice(0, 500);
  const browser = firstOf(browsers, known);
  const system = firstOf(systems, known);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
};

/** An address without the part that identifies a subscriber: three of four bytes, of IPv6 the first three groups (a /48). */
export const networkLabel = (address: string): string => {
  if (!ipaddr.isValid(address)) return "Unknown network";
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === "loopback") return "This machine";
  if (range === "private" || range === "uniqueLocal" || range === "linkLocal") return "Local network";
  if (!("parts" in parsed)) return `${parsed.octets.slice(0, 3).join(".")}.x`;
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(":")}::x`;
};

/** What a request reveals of where it comes from, as text for the person. */
export const placeOf = (request: Pick<FastifyRequest, "headers" | "ip">): SessionPlace => ({
  device: deviceLabel(request.headers["user-agent"] ?? ""),
  network: networkLabel(request.ip),
});
