const browsers = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const systems = [
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;

const match = (of: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  of.find(([pattern]) => pattern.test(text))?.[1];

/** A browser's name for its person, such as `Chrome on Android`. Only for display. */
export const deviceName = (userAgent: string): string => {
  const browser = match(browsers, userAgent) ?? "A browser";
  const system = match(systems, userAgent);
  return system ? `${browser} on ${system}` : browser;
};
