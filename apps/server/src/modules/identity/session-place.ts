import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { SessionPlace } from "./sessions.ts";

// The first that fits: browsers name others, too, for the sake of old pages.
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
 * Names a browser and its system out of `User-Agent`, by words of our own alone: what a caller writes there is shown to
 * nobody. It tells a person their devices apart and proves nothing.
 */
export const deviceLabel = (userAgent: string): string => {
  const known = userAgent.slice(0, 500);
  const browser = firstOf(browsers, known);
  const system = firstOf(systems, known);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
};

/** An address without what tells one subscriber from the next: three of four parts, of IPv6 the first three (a /48). */
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

/** What a request tells of where it comes from, in words that a person recognises. */
export const placeOf = (request: Pick<FastifyRequest, "headers" | "ip">): SessionPlace => ({
  device: deviceLabel(request.headers["user-agent"] ?? ""),
  network: networkLabel(request.ip),
});
